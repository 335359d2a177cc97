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
import { isTransfer, type PaymentOption, paymentOptionsOf, splitForPeople } from '@/lib/base/x402/payment-option'
import { titleAndRest } from '@/lib/base/x402/titles'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import type { CoveredRoute, GoodsView } from '@/lib/shop/sellers/routes/find-goods'
import { running } from '@/lib/site/compose/running'
import type { Translate } from '@/lib/site/messages/translate'
import { durationInWords } from '@/lib/site/ui/access'
import { forProgramsInWords, leastInWords } from '@/lib/site/ui/amount'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { FormattedText } from '@/lib/site/ui/formatted-text'
import { GoodsHead, PayBar } from '@/lib/site/ui/goods-head'
import { mediaTypeInWords } from '@/lib/site/ui/media-type'
import { besideReceipt, type ReceiptLine } from '@/lib/site/ui/receipt'
import { terminalCommands } from '@/lib/site/ui/terminal-commands'
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
  const [t, tPrice] = await Promise.all([getTranslations('terms'), getTranslations('price')])
  const access = accessInWords(tPrice, challenge, await searchParams)
  const [first, ...others] = splitForPeople(options).forPeople
  const least = first && leastInWords(tPrice, [first, ...others])
  const { teaser = null, length = null, pass = null, shop = null } = goods ?? {}
  const here = goods && `${pathname}${search}`
  const icon = (await iconsOf([{ resource: url }])).get(url)
  const checkout = ownSale ? (
    <OwnSaleLine sale={ownSale} />
  ) : options.length === 0 && offersSignIn(challenge) ? (
    <>
      <p>{t('signInOnly')}</p>
      <WalletSignIn networks={running('site').site.signInNetworks} />
    </>
  ) : (
    <CheckoutHere
      lines={linesOf(t, { mimeType, access, goods })}
      payee={await payeeOf(url)}
      options={options}
      canSignIn={offersSignIn(challenge)}
      hasFaucet={hasFaucet()}
      {...(here && { path: here })}
    />
  )
  return (
    <>
      {goods && <StructuredData data={goodsData(goods)} />}
      <article className={besideReceipt.page}>
        <div className={besideReceipt.text}>
          <GoodsHead
            title={title}
            description={rest}
            icon={icon}
            shop={shop}
            text={goods && length && { publishedAt: goods.publishedAt, minutes: length.minutes }}
          />
          {teaser && (
            <div className="min-w-0">
              <FormattedText tree={teaser} />
              {least && <PayBar {...least} />}
            </div>
          )}
          {length ? <ArticleRest facts={length} /> : !ownSale && <Unpaid isPaid={options.length > 0} />}
        </div>
        <ClientMessages of={options.every(isTransfer) ? atCheckout : atFullCheckout}>
          {length && <Contents outline={length.outline} />}
          <PurchaseArea
            title={title}
            termsClass={besideReceipt.margin}
            contentClass={besideReceipt.text}
            {...(length && search === '' && { article: pathname })}
            {...(goods?.pass && { passOf: goods.shop.href })}
          >
            <div id="pay" className="grid gap-8">
              {least && <CameBack path={`${pathname}${search}`} price={least.amount} />}
              {checkout}
              <PassesOnSale passes={ownSale ? [] : readPasses(challenge.extensions, url)} />
            </div>
          </PurchaseArea>
        </ClientMessages>
        {goods?.pass && <PassRest {...goods.pass} shop={goods.shop.href} />}
        <ForPrograms uri={url} options={options} isOpen={!length && !ownSale && !teaser && !pass} />
      </article>
    </>
  )
}

function Unpaid({ isPaid }: { isPaid: boolean }) {
  const t = useTranslations('terms')
  return (
    <p className="unpaid flex items-center gap-3 border-t-2 border-ink pt-6 font-strong">
      <TollBar isLifted={false} />
      {t(isPaid ? 'required' : 'signInRequired')}
    </p>
  )
}

type ForProgramsProps = { uri: string; options: PaymentOption[]; isOpen: boolean }

/** How a program sees the terms of the page and pays them. */
function ForPrograms({ uri, options, isOpen }: ForProgramsProps) {
  const t = useTranslations('terms')
  const commands = terminalCommands(uri)
  const forPrograms = forProgramsInWords(t, options)
  return (
    <details className="unpaid min-w-0 border-t border-rule lg:col-start-1" open={isOpen}>
      <summary className="min-h-11 cursor-pointer py-3">{t('programs.title')}</summary>
      <div className="grid gap-4 pt-2">
        {forPrograms && <p>{forPrograms}</p>}
        <p className="figures text-small text-quiet wrap-anywhere">GET {uri}</p>
        <p>{t('programs.see')}</p>
        <CodeBlock code={commands.see} name={t('programs.seeCommand')} />
        {options.length > 0 && !hasFaucet() && (
          <p>
            {t.rich('programs.anyClient', {
              llms: (chunks) => (
                <a className="text-accent underline underline-offset-4" href="/llms.txt">
                  {chunks}
                </a>
              ),
            })}
          </p>
        )}
        {options.length > 0 && hasFaucet() && (
          <>
            <p>{t('programs.demoWallet')}</p>
            <CodeBlock code={commands.pay} name={t('programs.payCommand')} />
          </>
        )}
      </div>
    </details>
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
  { mimeType, access, goods }: { mimeType: string | undefined; access: string; goods: GoodsView | null },
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
    { label: t('access'), value: access },
  ]
}

const offersSignIn = ({ extensions }: Pick<PaymentRequired, 'extensions'>): boolean =>
  extensions !== undefined && 'sign-in-with-x' in extensions

/** A route that takes sign-ins opens again for the wallet that paid; another sells one answer. The gate says how long. */
function accessInWords(
  t: Translate<'price'>,
  challenge: PaymentRequired,
  { unchanging, once, seconds }: Record<string, unknown>,
): string {
  if (once === '1' || !offersSignIn(challenge)) return t('access.once')
  if (typeof seconds === 'string') return t('access.lifetime', { duration: durationInWords(t, Number(seconds)) })
  return t(unchanging === '1' ? 'access.kept' : 'access.again')
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
