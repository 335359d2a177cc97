import { DataTable } from '@/lib/ui/data-table'
import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import type { Storefront } from '../_server/explorer'
import { entryAddress } from './entry-address'
import { OptionPrice } from './option-price'

const kinds: Record<string, string> = {
  price: 'Price changed',
  pay_to: 'Pays another wallet',
  options: 'Ways to pay changed',
}

/** What changed among the entries lately, newest first. */
export function StorefrontChanges({ changes }: { changes: Storefront['changes'] }) {
  return (
    <section aria-labelledby="changes" className="grid content-start gap-4">
      <h2 id="changes" className="text-title font-strong">
        Changes of price and payee
      </h2>
      {changes.length === 0 ? (
        <p className="text-quiet">None has been seen.</p>
      ) : (
        <DataTable
          caption="Changes of price and payee"
          isCaptionHidden
          rows={changes.map((change, index) => ({ ...change, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { title: 'Seen', cell: ({ seenAt }) => <Timestamp at={seenAt} /> },
            {
              title: 'What',
              cell: ({ key, title }) => (
                <Link href={entryAddress(key)}>
                  <span dir="auto">{title}</span>
                </Link>
              ),
            },
            { title: 'How', cell: ({ kind }) => kinds[kind] ?? kind },
            {
              title: 'Since then',
              cell: ({ options }) => (
                <ul>
                  {options.map((option, index) => (
                    <li key={index}>
                      <OptionPrice option={option} />
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
