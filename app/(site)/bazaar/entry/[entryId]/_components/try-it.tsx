import { getLocale, getTranslations } from 'next-intl/server'
import { ownedAmong } from '@/app/_server/reader'
import { hasFaucet, payableAssets } from '@/app/_server/site-facts'
import { leastInShort } from '@/app/(site)/bazaar/_components/least-price'
import { OwnedLine } from '@/app/(site)/bought/owned-line'
import { OwnSaleLine } from '@/app/(site)/dashboard/_components/own-sale'
import { readOwnSale } from '@/app/(site)/dashboard/_server/dashboard'
import { type DeclaredInput, declaredInput } from '@/lib/base/x402/declared-input'
import { localDigits } from '@/lib/base/x402/local-digits'
import { formatAtomic } from '@/lib/base/x402/money'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { buttonClass } from '@/lib/site/ui/button'
import { Section } from '@/lib/site/ui/section'
import { SnippetList } from './snippet-list'
import { toolSnippets } from './snippets'
import { TryForm } from './try-form'

type TryItProps = { entry: Entry; origin: string }

/** Calls the resource from here; what the reader owns is opened instead, and not asked for its price. */
export async function TryIt(props: TryItProps) {
  const { resource, method } = props.entry
  const isHere = resource.startsWith(`${props.origin}/`)
  const ownSale = isHere && (await readOwnSale(`${method ?? 'GET'} ${new URL(resource).pathname}`))
  if (ownSale) return <OwnSaleLine sale={ownSale} />
  if (!(await ownedAmong([resource])).has(resource)) return <PaidTry {...props} />
  const path = resource.slice(props.origin.length)
  const t = await getTranslations('bazaarTry')
  return (
    <section aria-label={t('title')} className="grid min-w-0 gap-4">
      <OwnedLine path={path} />
      <p>
        <a href={path} className={buttonClass('primary')}>
          {t('open')}
        </a>
      </p>
    </section>
  )
}

async function PaidTry({ entry, origin }: TryItProps) {
  const { key, toolName, options } = entry
  const resource = toolName === null ? entry.resource : `${origin}/mcp`
  const method = toolName === null ? (entry.method ?? 'GET') : 'POST'
  const declared = toolName === null ? declaredOf(entry, method) : argumentsOf(entry)
  const isOwn = URL.parse(resource)?.origin === origin
  const [t, tBazaar, locale] = await Promise.all([getTranslations('bazaarTry'), getTranslations('bazaar'), getLocale()])
  const { limit, amount, isKnown } = leastInShort(tBazaar, options)
  return (
    <TryForm
      site={{ key, resource, method, declared, isOwn, toolName }}
      listed={options}
      label={t('tryFor', { as: isKnown ? (limit ?? 'exactly') : 'unknown', amount: localDigits(amount, locale) })}
      maxDollars={priceOf(options)}
      isMethodGuessed={toolName === null && entry.method === null}
      assets={payableAssets()}
      hasFaucet={hasFaucet()}
    />
  )
}

const declaredOf = ({ resource, input, inputSchemas }: Entry, method: string): DeclaredInput =>
  declaredInput({ resource, method, input, schemas: inputSchemas })

const argumentsOf = ({ input }: Entry): DeclaredInput => ({
  parameters: [],
  body: {
    isJson: true,
    mimeType: 'application/json',
    writings: {},
    sample: JSON.stringify(input.example ?? {}, null, 2),
  },
})

/** The highest dollar price among the options, so that a limit refuses none; of those whose assets are known. */
function priceOf(options: Pick<PaymentOption<bigint | null>, 'amountAtomic' | 'coin'>[]): string | undefined {
  const prices = options.flatMap(({ amountAtomic, coin }) =>
    coin && amountAtomic !== null ? [formatAtomic(amountAtomic, coin.decimals)] : [],
  )
  const dearest = prices.toSorted((one, other) => Number(other) - Number(one))[0]
  return dearest && `$${dearest}`
}

export async function AddTool({ entry, ownMcpUrl }: { entry: Entry; ownMcpUrl: string | null }) {
  const [t, shared] = await Promise.all([getTranslations('bazaarEntry.tool'), getTranslations('bazaarTry')])
  const snippets = toolSnippets(shared, { resource: entry.resource, transport: entry.input.transport }, ownMcpUrl)
  return (
    <Section id="add" title={t('title')} className="grid min-w-0 content-start gap-4">
      <p className="max-w-measure text-quiet">{t(snippets.length === 0 ? 'unknownServer' : 'about')}</p>
      <SnippetList snippets={snippets} open={1} />
    </Section>
  )
}
