import { declaredInput } from '@/lib/x402/declared-input'
import { formatAtomic } from '@/lib/x402/money'
import type { PaymentOption } from '@/lib/x402/payment-option'
import { knownWallets } from '../../../../../_server/reader'
import { hasFaucet, payableAssets } from '../../../../../_server/site-facts'
import type { Listing } from '../../../_server/explorer'
import { SnippetList } from './snippet-list'
import { toolSnippets } from './snippets'
import { TryForm } from './try-form'

/** Calling an HTTP resource from this page, and from elsewhere. */
export async function TryIt({ listing, origin }: { listing: Listing; origin: string }) {
  const { key, resource, input, inputSchemas } = listing
  const method = listing.method ?? 'GET'
  const declared = declaredInput({ resource, method, input, schemas: inputSchemas })
  const isOwn = URL.parse(resource)?.origin === origin
  const listed = listing.options.map(({ scheme, network, asset, amountAtomic, payTo }) => ({
    scheme,
    network,
    asset,
    amountAtomic,
    payTo,
  }))
  return (
    <TryForm
      site={{ key, resource, method, declared, isOwn }}
      listed={listed}
      listedTerms={{ options: listed, maxDollars: priceOf(listing.options) }}
      isMethodGuessed={listing.method === null}
      assets={await payableAssets()}
      knownWallets={await knownWallets()}
      hasFaucet={await hasFaucet()}
    />
  )
}

/** In dollars, the most that one of the ways to pay costs, so that a limit refuses none; of those whose assets are known. */
function priceOf(options: Pick<PaymentOption<bigint | null>, 'amountAtomic' | 'coin'>[]): string | undefined {
  const prices = options.flatMap(({ amountAtomic, coin }) =>
    coin && amountAtomic !== null ? [formatAtomic(amountAtomic, coin.decimals)] : [],
  )
  const dearest = prices.toSorted((one, other) => Number(other) - Number(one))[0]
  return dearest && `$${dearest}`
}

/** How to have an MCP client call a tool. */
export function AddTool({ listing, ownMcpUrl }: { listing: Listing; ownMcpUrl: string | null }) {
  const { resource, toolName, input } = listing
  const tool = { resource, toolName: toolName ?? '', transport: input.transport, example: input.example }
  const snippets = toolSnippets(tool, ownMcpUrl)
  return (
    <section aria-labelledby="add" className="grid min-w-0 content-start gap-4">
      <h2 id="add" className="text-title font-strong">
        Add it to your client
      </h2>
      <p className="max-w-measure text-quiet">
        {snippets.length === 0
          ? 'The listing does not say at which server this tool is. Its seller knows.'
          : 'An MCP client that pays by x402 calls the tool, is told its price, and calls again with the payment.'}
      </p>
      <SnippetList snippets={snippets} open={snippets.length} />
    </section>
  )
}
