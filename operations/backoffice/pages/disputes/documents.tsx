import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { DisputeDocument } from '../../../../dist/types/wire.ts'
import { saveFile } from '../../api/download.ts'
import { type Failure, read } from '../../api/request.ts'
import { mayDo } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { FileButton } from '../../parts/file-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { FailureNotice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { labelled, t, word } from '../../texts/texts.ts'
import { acquirerWord, type Defence, documentTypes, type WholeDispute } from './dispute-wire.ts'
import {
  base64Of,
  evidenceFault,
  fileOf,
  MAX_BYTES,
  MAX_DOCUMENTS,
  MEDIA_TYPES,
  proofFor,
  shownSize,
  withFileNamed,
} from './evidence.ts'

type EvidenceDocument = WholeDispute['documents'][number]

/** The documents of a dispute: added, and taken back until they are submitted. */
export function Documents(props: {
  readonly dispute: WholeDispute
  readonly canChange: boolean
  /** What the acquirer asks for. */
  readonly defences: readonly Defence[]
  readonly onChanged: () => void
}) {
  const { dispute, canChange, defences } = props
  const [type, setType] = useState('')
  const [removed, remove] = useState<EvidenceDocument>()
  const sending = useSend()
  /** Of the last action: what was wrong before it is over. */
  const [fault, setFault] = useState<string | Failure>()

  const chooseType = (chosen: string) => {
    setFault(undefined)
    setType(chosen)
  }

  const add = async (file: File) => {
    const { name } = file
    const found = evidenceFault(file)
    setFault(found === undefined ? undefined : t(`evidence.${found}`, { name }))
    if (found !== undefined) return
    const form = {
      fileName: name,
      mediaType: file.type,
      content: await base64Of(file),
      ...(type === '' ? {} : { documentType: type }),
    }
    const path = `/disputes/${dispute.id}/evidence`
    const answer = await sending.run({ method: 'POST', path, form }, t('evidence.add'))
    if (answer.ok) setType('')
    else setFault(withFileNamed(answer.failure, name))
    // A refusal may mean that somebody else has answered the dispute.
    props.onChanged()
  }

  return (
    <Section
      title={t('dispute.documents')}
      actions={
        canChange && (
          <FileButton
            text={t('evidence.add')}
            accept={MEDIA_TYPES.join()}
            isBusy={sending.isBusy}
            isFull={dispute.documents.length >= MAX_DOCUMENTS}
            onFile={(file) => void add(file)}
          />
        )
      }
    >
      {canChange && (
        <Asked dispute={dispute} defences={defences}>
          <TypeSelect defences={defences} value={type} onValue={chooseType} />
        </Asked>
      )}
      {fault !== undefined && <FaultNotice fault={fault} />}
      {dispute.documents.length === 0 ? (
        <p class="px-4 pt-1 pb-4 text-muted">{t('evidence.none')}</p>
      ) : (
        <ul class="px-4 pt-1 pb-3">
          {dispute.documents.map((document) => (
            <li
              key={document.id}
              class="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0"
            >
              <Icon name="audit" class="text-muted" />
              <span class="min-w-44 flex-1">
                <SaveButton disputeId={dispute.id} document={document} onFault={setFault} />
              </span>
              <span class="figures text-muted">
                {document.documentType !== undefined && `${acquirerWord(document.documentType)} · `}
                {document.mediaType} · {shownSize(document.size)}
              </span>
              {canChange && !document.submitted && mayDo('dispute.removeDocument') && (
                <button
                  type="button"
                  class="button ms-auto min-h-8"
                  aria-label={t('evidence.removeName', { name: document.fileName })}
                  onClick={() => {
                    setFault(undefined)
                    remove(document)
                  }}
                >
                  {t('evidence.remove')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {removed !== undefined && (
        <RemoveDialog
          dispute={dispute}
          document={removed}
          onDone={props.onChanged}
          onClose={() => remove(undefined)}
        />
      )}
    </Section>
  )
}

/** What the bank wants to see, and how much of it is taken. */
function Asked(props: {
  readonly dispute: WholeDispute
  readonly defences: readonly Defence[]
  readonly children: ComponentChildren
}) {
  const { dispute, defences } = props
  return (
    <>
      <Proof dispute={dispute} defences={defences} />
      <p class="px-4 pt-1 text-muted">
        {t('evidence.limits', {
          size: shownSize(MAX_BYTES),
          count: Math.max(MAX_DOCUMENTS - dispute.documents.length, 0),
        })}
      </p>
      {props.children}
    </>
  )
}

/** What the acquirer asks for, else what proves the contrary of the reason. */
function Proof(props: { readonly dispute: WholeDispute; readonly defences: readonly Defence[] }) {
  const asking = props.defences.filter(({ documents }) => documents.length > 0)
  if (asking.length === 0) {
    const proof = proofFor(props.dispute.chargebackResultCode)
    return <p class="px-4 pt-1">{t(`evidence.for.${proof}`)}</p>
  }
  return (
    <ul class="flex flex-col gap-2 px-4 pt-1">
      {asking.map((defence) => (
        <li key={defence.defenceReason}>
          <p class="font-medium">{acquirerWord(defence.defenceReason)}</p>
          <Needs of={defence} />
        </li>
      ))}
    </ul>
  )
}

/** The documents that a way to contest asks for, in the acquirer's words. */
export function Needs({ of }: { readonly of: Defence | undefined }) {
  if (of === undefined || of.documents.length === 0) return null
  return (
    <ul class="text-muted">
      {of.documents.map(({ documentType, need }) => (
        <li key={documentType}>
          {labelled(acquirerWord(documentType), word('documentNeed', need))}
        </li>
      ))}
    </ul>
  )
}

/** What the next document shows; nothing where the acquirer has no words for that. */
function TypeSelect(props: {
  readonly defences: readonly Defence[]
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  const types = documentTypes(props.defences)
  if (types.length === 0) return null
  return (
    <div class="px-4 pt-2">
      <Select
        label={t('evidence.type')}
        hint={t('evidence.typeHint')}
        value={props.value}
        choices={[
          { value: '', text: t('evidence.noType') },
          ...types.map((each) => ({ value: each, text: acquirerWord(each) })),
        ]}
        onValue={props.onValue}
      />
    </div>
  )
}

/** A sentence of the page, or what the gateway has refused. */
function FaultNotice({ fault }: { readonly fault: string | Failure }) {
  if (typeof fault === 'object') return <FailureNotice failure={fault} />
  return (
    <p role="alert" class="px-4 pt-2 text-bad">
      {fault}
    </p>
  )
}

/** The name of a document, which saves it: it is never shown in the origin of the gateway. */
function SaveButton(props: {
  readonly disputeId: string
  readonly document: EvidenceDocument
  /** `undefined`: there is none any more. */
  readonly onFault: (failure: Failure | undefined) => void
}) {
  const { id, fileName } = props.document
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    props.onFault(undefined)
    const answer = await read<DisputeDocument>(`/disputes/${props.disputeId}/documents/${id}`)
    setBusy(false)
    if (!answer.ok) return props.onFault(answer.failure)
    const file = fileOf(answer.body)
    saveFile(file.content, file.name)
  }
  return (
    <button
      type="button"
      class="link inline-flex items-start gap-1.5 text-start [overflow-wrap:anywhere]"
      aria-label={t('evidence.save', { name: fileName })}
      disabled={isBusy}
      onClick={() => void save()}
    >
      {fileName}
      <Icon name="download" class="mt-0.5" />
    </button>
  )
}

function RemoveDialog(props: {
  readonly dispute: WholeDispute
  readonly document: EvidenceDocument
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { id, fileName: name } = props.document
  const sending = useSend()
  const confirm = async () => {
    const path = `/disputes/${props.dispute.id}/documents/${id}`
    const answer = await sending.run({ method: 'DELETE', path }, t('evidence.removeName', { name }))
    // A refusal may mean that somebody else has answered the dispute.
    props.onDone()
    if (answer.ok) props.onClose()
  }
  return (
    <ConfirmDialog
      title={t('evidence.removeName', { name })}
      sentence={t('evidence.removePlan', { name })}
      confirm={t('evidence.remove')}
      isBad
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    />
  )
}
