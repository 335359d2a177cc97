import { CopyId } from '@/lib/ui/copy-id'
import { DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import type { PaymentOption } from '@/lib/x402/payment-option'
import { OptionPrice } from '../../../_components/option-price'
import { payeeAddress } from '../../../_components/shop-address'

/** Every payment option with its payee, to compare with the wallet's request. */
export function PaymentOptions({ options }: { options: Omit<PaymentOption<bigint | null>, 'timeoutSeconds'>[] }) {
  return (
    <section aria-labelledby="options" className="grid gap-4">
      <h2 id="options" className="text-title font-strong">
        Ways to pay
      </h2>
      {options.length === 0 ? (
        <EmptyState title="No way to pay is known">
          The listing came without one. Its live answer may have it.
        </EmptyState>
      ) : (
        <DataTable
          caption="Ways to pay"
          isCaptionHidden
          rows={options.map((option, index) => ({ ...option, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { title: 'Price', cell: (option) => <OptionPrice option={option} /> },
            { title: 'Scheme', cell: ({ scheme }) => scheme },
            {
              title: 'Paid to',
              cell: ({ network, payTo }) => <Payee network={network} payTo={payTo} />,
            },
            {
              title: 'Asset',
              cell: ({ asset }) => (asset === '' ? 'not said' : <CopyId value={asset} name="asset" />),
            },
          ]}
        />
      )}
      {options.some(({ scheme }) => scheme === 'batch-settlement') && (
        <p className="max-w-prose text-quiet">
          <code className="figures">batch-settlement</code> is for many small calls: a wallet puts an amount aside once,
          in a contract on chain, and each call is paid by a signature alone. The seller collects what was used, and the
          rest comes back whenever the payer asks for it.
        </p>
      )}
    </section>
  )
}

function Payee({ network, payTo }: { network: string; payTo: string }) {
  const page = payeeAddress(network, payTo)
  if (payTo === '') return 'not said'
  return (
    <>
      <CopyId value={payTo} name="payee" />
      {page && (
        <p>
          <Link href={page} className="inline-flex min-h-11 items-center lg:min-h-8">
            What else it is paid for
          </Link>
        </p>
      )}
    </>
  )
}
