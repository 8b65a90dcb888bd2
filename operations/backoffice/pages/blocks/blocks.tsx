import { useEffect, useState } from 'preact/hooks'
import type { AdminBlock } from '../../../../server/features/risk/block-routes.ts'
import { mayDo } from '../../api/session.ts'
import { tell } from '../../api/told.ts'
import { useRead } from '../../api/use-read.ts'
import { EntityPicker, useChosenEntity } from '../../parts/entity-picker.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { actorText } from '../../texts/actors.ts'
import { t } from '../../texts/texts.ts'
import { RemoveBlockDialog } from './remove-dialog.tsx'

interface BlockPage {
  readonly blocks: readonly AdminBlock[]
  /** There are older ones. */
  readonly cursor?: string
}

/** Cards and customers that people have blocked from the page of a payment. */
export default function Blocks() {
  const entityId = useChosenEntity()
  const [cursors, setCursors] = useState<readonly string[]>([])
  const reading = useRead<BlockPage>('/blocks', { entityId, cursor: cursors.at(-1) })
  useEffect(() => setCursors([]), [entityId])
  const [removing, remove] = useState<AdminBlock>()
  return (
    <Page title={t('menu.blocks')} beside={<EntityPicker />}>
      <Loaded reading={reading} rows={4}>
        {({ blocks, cursor }) => (
          <>
            {blocks.length === 0 ? (
              <Empty icon="lock" title={t('block.none')} text={t('block.noneText')} />
            ) : (
              <Table
                columns={[
                  { text: t('block.what') },
                  { text: t('reason.label'), isWide: true },
                  { text: t('column.entity'), isWide: true },
                  { text: t('block.by'), isWide: true },
                  { text: t('column.time'), isWide: true },
                  { text: t('column.actions'), isHidden: true },
                ]}
              >
                {blocks.map((block) => (
                  <BlockRow key={block.id} block={block} onRemove={() => remove(block)} />
                ))}
              </Table>
            )}
            <Pages cursors={cursors} next={cursor} onCursors={setCursors} />
          </>
        )}
      </Loaded>
      {removing !== undefined && (
        <RemoveBlockDialog
          block={removing}
          onDone={() => {
            reading.reload()
            tell(t('block.removed', { shown: removing.shown }))
          }}
          onClose={() => remove(undefined)}
        />
      )}
    </Page>
  )
}

function BlockRow({
  block,
  onRemove,
}: {
  readonly block: AdminBlock
  readonly onRemove: () => void
}) {
  return (
    <tr>
      <td class="py-2 [overflow-wrap:anywhere]">
        <a class="font-medium hover:underline" href={`${BASE}/payments/${block.paymentId}`}>
          {block.shown}
        </a>
        {block.isInherited === true && (
          <p class="text-hint text-muted">{t('block.inherited', { name: block.entity.name })}</p>
        )}
        <p class="text-muted md:hidden">{block.reason}</p>
      </td>
      <td class="hidden max-w-80 py-2 [overflow-wrap:anywhere] md:table-cell">{block.reason}</td>
      <td class="hidden md:table-cell">{block.entity.name}</td>
      <td class="hidden text-muted md:table-cell">{actorText(block.blockedBy)}</td>
      <td class="hidden text-muted md:table-cell">
        <Time at={block.blockedAt} />
      </td>
      <td class="end">
        {mayDo('block.remove') && block.canRemove === true && (
          <button type="button" class="button min-h-8" onClick={onRemove}>
            {t('block.remove')}
          </button>
        )}
      </td>
    </tr>
  )
}
