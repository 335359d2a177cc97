import { DataTable } from '@/lib/ui/data-table'
import { shortenMiddle } from '@/lib/ui/shorten-middle'
import { Timestamp } from '@/lib/ui/timestamp'
import { OptionPrice } from '../../../_components/option-price'
import type { TermsChange } from '../../../_server/explorer'

const kinds: Record<string, string> = {
  first: 'First seen',
  price: 'Price changed',
  pay_to: 'Pays another wallet',
  options: 'Ways to pay changed',
}

/** What it cost and whom it paid over time, newest first. */
export function TermsHistory({ changes }: { changes: TermsChange[] }) {
  return (
    <section aria-labelledby="history" className="grid content-start gap-4">
      <h2 id="history" className="text-title font-strong">
        Price and payee over time
      </h2>
      {changes.length === 0 ? (
        <p className="text-quiet">Nothing has been recorded.</p>
      ) : (
        <DataTable
          caption="Price and payee over time"
          isCaptionHidden
          rows={changes.map((change, index) => ({ ...change, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { title: 'Seen', cell: ({ seenAt }) => <Timestamp at={seenAt} /> },
            { title: 'What', cell: ({ kind }) => kinds[kind] ?? kind },
            {
              title: 'Terms',
              cell: ({ options }) => (
                <ul>
                  {options.map((option, index) => (
                    <li key={index}>
                      <OptionPrice option={option} />
                      {option.payTo !== '' && (
                        <>
                          {' '}
                          to{' '}
                          <span className="figures" title={option.payTo}>
                            {shortenMiddle(option.payTo)}
                          </span>
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
