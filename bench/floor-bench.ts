import type { DatabaseSetup } from './database-setups.ts'
import { type FloorScenario, type ScenarioFigures, scenarioFigures } from './measure/figures.ts'
import type { LoadGenerator } from './measure/processes.ts'
import { loadAlternately, type Plan } from './measure/turns.ts'
import { type ServerUnderTest, startFloor, startGateway } from './servers.ts'

/** Measures the gateway beside its floor, both on the same ground. */
export async function measureBesideFloor(
  ground: DatabaseSetup,
  scenarios: readonly FloorScenario[],
  generator: LoadGenerator,
  { plan, profileTo }: { readonly plan: Plan; readonly profileTo: string | undefined },
): Promise<ScenarioFigures[]> {
  const running: ServerUnderTest[] = []
  try {
    const floor = await startFloor(await ground.newHome('floor'), profileTo)
    running.push(floor)
    const gateway = await startGateway(
      await ground.newHome('gateway'),
      profileTo === undefined ? {} : { profileTo },
    )
    running.push(gateway)
    const figures: ScenarioFigures[] = []
    for (const scenario of scenarios) {
      // The floor has no checkouts.
      const servers = scenario === 'checkout' ? [gateway] : [gateway, floor]
      const sides = servers.map((server) => ({ server, scenario }))
      const [ofGateway = [], ofFloor = []] = await loadAlternately(generator, sides, plan)
      const slices = { gateway: ofGateway, floor: ofFloor }
      figures.push(scenarioFigures(ground.engine, scenario, slices))
    }
    return figures
  } finally {
    for (const server of running) await server.stop()
  }
}
