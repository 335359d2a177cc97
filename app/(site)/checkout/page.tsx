import clsx from 'clsx'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { assetFacts } from '@/lib/base/chains/assets'
import type { TextFacts } from '@/lib/base/markdown/text-facts'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/audience'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { readPasses } from '@/lib/base/x402/passes'
import { isTransfer, paymentOptionsOf, splitForPeople } from '@/lib/base/x402/payment-option'
import { titleAndRest } from '@/lib/base/x402/titles'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import type { CoveredRoute, GoodsView } from '@/lib/shop/sellers/routes/find-goods'
import { running } from '@/lib/site/compose/running'
import type { Translate } from '@/lib/site/messages/translate'
import { accessInWords, type RightTerm } from '@/lib/site/ui/access'
import { leastInWords } from '@/lib/site/ui/amount'
import { mediaTypeInWords } from '@/lib/site/ui/media-type'
import { PaymentRequiredPage } from '@/lib/site/ui/payment-required-page'
import { besideReceipt, type ReceiptLine } from '@/lib/site/ui/receipt'
import { TollBar } from '@/lib/site/ui/toll-bar'
import { CheckoutHere } from '../../_checkout/checkout'
import { PurchaseArea } from '../../_checkout/delivery'
import { PassContents, PassesOnSale } from '../../_checkout/pass-contents'
import { WalletSignIn } from '../../_checkout/sign-with-wallet'
import { atCheckout, atFullCheckout, ClientMessages } from '../../_components/client-messages'
import { MissingPage } from '../../_components/missing-page'
import { sharedAs } from '../../_components/preview'
import { StructuredData, soldThing } from '../../_components/structured-data'
import { unindexed } from '../../_components/titled'
import { iconsOf } from '../../_server/icons'
import { readGoods } from '../../_server/shown-goods'
import { hasFaucet, payeeOf } from '../../_server/site-facts'
import { Contents } from '../articles/_components/contents'
import { CameBack } from '../bought/owned-line'
import { OwnSaleLine } from '../dashboard/_components/own-sale'
import { readOwnSale } from '../dashboard/_server/dashboard'

/** Link previews show the title of goods, and the description of other addresses. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('terms')
  const challenge = await readChallenge()
  if (!challenge) return { title: t('required'), ...unindexed }
  const [first, ...others] = paymentOptionsOf(challenge.accepts, assetFacts)
  const price = first ? leastInWords(await getTranslations('price'), [first, ...others]).amount : ''
  const { url } = challenge.resource
  const goods = await readGoods(url)
  if (!goods) {
    const { title, rest: description = t('required') } = titleAndRest(
      challenge.resource.description,
      new URL(url).pathname,
    )
    return { ...sharedAs({ title, description, path: url, price }), ...unindexed }
  }
  const { title, shop, length } = goods
  const canonical = goods.pageUri
  const description = goods.description || t('soldBy', { shop: shop.name })
  return {
    ...sharedAs({ title, description, path: canonical, price, by: shop.name }),
    alternates: { canonical, ...(length && { types: { 'text/markdown': `${url}.md` } }) },
  }
}

/** The page at a paid URL. The gate requests it with that URL's challenge in a header, and how long a purchase lasts. */
export default async function CheckoutPage({ searchParams }: PageProps<'/checkout'>) {
  const challenge = await readChallenge()
  if (!challenge) return <MissingPage />
  const { url, description, mimeType } = challenge.resource
  const goods = await readGoods(url)
  const { title, rest } = goods
    ? { title: goods.title, rest: goods.description || undefined }
    : titleAndRest(description, new URL(url).pathname)
  const { pathname, search } = new URL(url)
  const ownSale = goods && (await readOwnSale(`GET ${pathname}`))
  const options = ownSale ? [] : paymentOptionsOf(challenge.accepts, assetFacts)
  const access = accessOf(challenge, await searchParams)
  const [t, tPrice] = await Promise.all([getTranslations('terms'), getTranslations('price')])
  const [first, ...others] = splitForPeople(options).forPeople
  const beside = { title, termsClass: besideReceipt.margin, contentClass: besideReceipt.text }
  return (
    <>
      {goods && <StructuredData data={goodsData(goods)} />}
      <PaymentRequiredPage
        resource={{
          uri: url,
          method: 'GET',
          title,
          description: rest,
          icon: (await iconsOf([{ resource: url }])).get(url),
        }}
        shop={goods && goods.shop}
        options={options}
        teaser={goods?.teaser ?? null}
        text={goods?.length && { publishedAt: goods.publishedAt, minutes: goods.length.minutes }}
        {...(goods?.length ? { rest: <ArticleRest facts={goods.length} /> } : ownSale && { rest: <></> })}
        {...(goods?.pass && { below: <PassRest {...goods.pass} shop={goods.shop.href} /> })}
        hasDemoWallet={hasFaucet()}
        checkout={
          <>
            {first && (
              <CameBack path={`${pathname}${search}`} price={leastInWords(tPrice, [first, ...others]).amount} />
            )}
            {ownSale ? (
              <OwnSaleLine sale={ownSale} />
            ) : options.length === 0 && offersSignIn(challenge) ? (
              <>
                <p>{t('signInOnly')}</p>
                <WalletSignIn networks={running('site').site.signInNetworks} />
              </>
            ) : (
              <CheckoutHere
                lines={linesOf(t, tPrice, { mimeType, access, goods })}
                payee={await payeeOf(url)}
                options={options}
                canSignIn={offersSignIn(challenge)}
                hasFaucet={hasFaucet()}
                {...(goods && { path: `${pathname}${search}` })}
              />
            )}
            <PassesOnSale passes={ownSale ? [] : readPasses(challenge.extensions, url)} />
          </>
        }
        around={(terms) => (
          <ClientMessages of={options.every(isTransfer) ? atCheckout : atFullCheckout}>
            {goods?.length && <Contents outline={goods.length.outline} />}
            <PurchaseArea
              {...beside}
              {...(goods?.length && search === '' && { article: pathname })}
              {...(goods?.pass && { passOf: goods.shop.href })}
            >
              {terms}
            </PurchaseArea>
          </ClientMessages>
        )}
      />
    </>
  )
}

const PassRest = ({ covered, shop }: { covered: CoveredRoute[]; shop: string }) => (
  <div className="unpaid min-w-0 lg:col-start-1">
    <PassContents until={null} count={covered.length} goods={covered} shop={shop} />
  </div>
)

async function readChallenge(): Promise<PaymentRequired | null> {
  const header = (await headers()).get(CHALLENGE_HEADER_NAME)
  const parsed = header === null ? null : parseHeader(header)
  return parsed?.ok ? (parsed.value as unknown as PaymentRequired) : null // Our gate's own; only it is shown this page.
}

function goodsData({ shop, length, cover, publishedAt, pageUri: url, ...goods }: GoodsView) {
  const absolute = (path: string) => new URL(path, url).href
  const seller = { name: shop.name, url: absolute(shop.href) }
  const text = length && { minutes: length.minutes, publishedAt, image: cover && absolute(cover) }
  return soldThing({ ...goods, url, seller, text })
}

function linesOf(
  t: Translate<'terms'>,
  tPrice: Translate<'price'>,
  { mimeType, access, goods }: { mimeType: string | undefined; access: RightTerm; goods: GoodsView | null },
): ReceiptLine[] {
  const { length = null, pass = null } = goods ?? {}
  const ofText = length && t('article.facts', { paragraphs: length.paragraphs, pictures: length.pictures })
  const get = pass
    ? t(`pass.${pass.scope.kind === 'shop' ? 'getsShop' : 'getsPart'}`, { count: pass.covered.length })
    : (ofText ?? (mimeType && mediaTypeInWords(t, mimeType)))
  const calls = pass?.callsPerDay
  return [
    { label: t('get'), value: get },
    { label: t('pass.calls'), value: calls ? t('pass.callsPerDay', { count: calls }) : null },
    { label: t('access'), value: accessInWords(tPrice, access) },
  ]
}

const offersSignIn = ({ extensions }: Pick<PaymentRequired, 'extensions'>): boolean =>
  extensions !== undefined && 'sign-in-with-x' in extensions

/** A route that takes sign-ins opens again for the wallet that paid; another sells one answer. The gate says how long. */
function accessOf({ extensions }: PaymentRequired, { unchanging, once, seconds }: Record<string, unknown>): RightTerm {
  if (once === '1' || !offersSignIn({ extensions })) return { kind: 'once' }
  if (typeof seconds === 'string') return { kind: 'lifetime', seconds: Number(seconds) }
  return { kind: unchanging === '1' ? 'kept' : 'again' }
}

/** The bar across the text, and behind it the headings of what one would buy. It goes once that is bought. */
function ArticleRest({ facts: { outline, ...all } }: { facts: TextFacts }) {
  const t = useTranslations('terms.article')
  return (
    <section aria-labelledby="rest" className="unpaid grid gap-6 border-t-2 border-ink pt-6">
      <h2 id="rest" className="flex items-center gap-3 text-title font-strong">
        <TollBar isLifted={false} />
        {t('rest')}
      </h2>
      {outline.length === 0 ? (
        <p className="text-quiet">{t('length', all)}</p>
      ) : (
        <ol className="grid gap-4">
          {outline.map(({ heading }, index) => (
            <li
              key={`${index} ${heading}`}
              className={clsx('font-serif text-reading font-strong wrap-anywhere', index > 0 && 'text-quiet')}
              dir="auto"
            >
              {heading}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
