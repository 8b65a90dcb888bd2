import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../../scripts/prepare/root.mjs'
import { SETTINGS } from '../kernel/settings/config.ts'
import { useTestGateway } from '../testing/gateway.fixture.ts'
import { MAX_STOP_MS } from './run.ts'

/** The part of a manifest that is looked at. */
interface Manifest {
  readonly kind: string
  readonly spec: {
    readonly replicas: number
    readonly maxUnavailable: number
    readonly minReadySeconds: number
    readonly persistentVolumeClaimRetentionPolicy: object
    readonly selector: object
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[]
    readonly podSelector: object
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod }
    readonly volumeClaimTemplates: readonly { readonly metadata: { readonly name: string } }[]
  }
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
  readonly periodSeconds: number
  readonly timeoutSeconds: number
  readonly failureThreshold: number
}

interface Pod {
  readonly enableServiceLinks: boolean
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: { readonly runAsUser: number; readonly runAsNonRoot: boolean }
  readonly containers: readonly [
    {
      readonly env: readonly { readonly name: string; readonly value: string }[]
      readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
      readonly startupProbe: Probe
      readonly livenessProbe: Probe
      readonly readinessProbe: Probe
      readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: string[] } } }
      readonly securityContext: object
      readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
    },
  ]
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const documents = parseAllDocuments(read('deploy/kubernetes/tillgate.yaml'))
const manifests = documents.map((document) => document.toJS() as Manifest)
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const [{ spec: set }] = ofKind('StatefulSet') as [Manifest]
const pod = set.template.spec
const [gateway] = pod.containers
const dockerfile = read('deploy/Dockerfile')

describe('the manifest for Kubernetes', () => {
  it('is sound YAML with every part', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'StatefulSet',
      'Service',
      'Service',
      'PodDisruptionBudget',
      'NetworkPolicy',
    ])
  })

  it('means the same pods everywhere', () => {
    const { labels } = set.template.metadata
    const selectors = [
      set.selector,
      ...ofKind('Service').map(({ spec }) => ({ matchLabels: spec.selector })),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector),
    ]
    for (const selector of selectors) expect(selector).toEqual({ matchLabels: labels })
  })

  it('names settings that there are, and secrets as files', () => {
    const known = new Map(Object.values(SETTINGS).map((setting) => [setting.variable, setting]))
    for (const { name } of gateway.env) {
      const setting = known.get(name.replace(/_FILE$/, ''))
      expect([name, setting !== undefined]).toEqual([name, true])
      const isSecret = setting !== undefined && 'secret' in setting && setting.secret === true
      expect([name, isSecret]).toEqual([name, name.endsWith('_FILE')])
    }
  })

  it('keeps one replica serving while the other is away', () => {
    expect(set.replicas).toBeGreaterThanOrEqual(2)
    expect(ofKind('PodDisruptionBudget')[0]?.spec.maxUnavailable).toBe(1)
    expect(set.minReadySeconds).toBeGreaterThan(0)
  })

  it('waits for the load balancer and then for the whole stop before it kills', () => {
    const [, seconds] = gateway.lifecycle.preStop.exec.command
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      Number(seconds) * 1000 + MAX_STOP_MS,
    )
  })

  it('restarts no process because the database is away, and takes it out after 10 s', () => {
    for (const probe of [gateway.startupProbe, gateway.livenessProbe]) {
      expect(probe.httpGet.path).toBe('/healthz')
    }
    const { httpGet, timeoutSeconds, periodSeconds, failureThreshold } = gateway.readinessProbe
    expect(httpGet.path).toBe('/readyz')
    // A slow database is told after 5 s.
    expect(timeoutSeconds).toBeGreaterThan(5)
    expect(periodSeconds * (failureThreshold - 1)).toBeGreaterThanOrEqual(10)
  })

  it('has ports, user and folders of the image and the settings', () => {
    const port = Number(SETTINGS.port.shownDefault)
    expect(dockerfile).toContain(`EXPOSE ${port}`)
    expect(gateway.ports).toEqual([{ name: 'http', containerPort: port }])
    for (const { spec } of ofKind('Service')) {
      expect(spec.ports).toEqual([{ name: 'http', port, targetPort: 'http' }])
    }
    expect(dockerfile).toContain(`USER ${pod.securityContext.runAsUser}:`)
    const mounts = new Map(gateway.volumeMounts.map((mount) => [mount.name, mount.mountPath]))
    expect(dockerfile).toContain(`TILLGATE_DATA_DIR=${mounts.get('data')}`)
    expect(set.volumeClaimTemplates.map(({ metadata }) => metadata.name)).toEqual(['data'])
    expect(set.persistentVolumeClaimRetentionPolicy).toEqual({
      whenDeleted: 'Retain',
      whenScaled: 'Retain',
    })
    const files = gateway.env.filter(({ name }) => name.endsWith('_FILE'))
    for (const { value } of files) expect(value).toMatch(`${mounts.get('secrets')}/`)
  })

  it('gives the process no right that it does not need', () => {
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(gateway.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('lets no Service set a setting of the gateway', () => {
    expect(pod.enableServiceLinks).toBe(false)
  })
})

describe('what the probes ask', () => {
  const running = useTestGateway()
  it('is answered by the gateway', async () => {
    const { startupProbe, livenessProbe, readinessProbe } = gateway
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      expect((await fetch(running().url + httpGet.path)).status).toBe(200)
    }
  })
})
