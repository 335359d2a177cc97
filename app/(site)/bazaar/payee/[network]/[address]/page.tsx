import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { MissingPage, missingMetadata } from '@/app/_site/missing-page'
import { parsePayee, payeeAddress } from '@/app/(site)/bazaar/_components/shop-address'
import { Storefront } from '@/app/(site)/bazaar/_storefront/storefront'
import { networkName } from '@/lib/base/x402/networks'
import { running } from '@/lib/site/compose/running'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Link } from '@/lib/site/ui/link'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { findAccountPage } from './_server/block-explorer'

type Props = PageProps<'/bazaar/payee/[network]/[address]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const payee = parsePayee(await params)
  if (payee === null) return missingMetadata()
  const t = await getTranslations('bazaar')
  const wallet = { address: shortenMiddle(payee.payTo), network: networkName(payee.network) }
  return { title: t('titleOfPage', { title: t('storefront.walletTitle', wallet) }) }
}

export default async function PayeePage({ params, searchParams }: Props) {
  const payee = parsePayee(await params)
  const { offset } = await searchParams
  const storefront = payee && (await running('site').catalog.storefront(payee, String(offset ?? '')))
  if (!storefront) return <MissingPage />
  const { network, payTo } = payee
  const [account, t] = await Promise.all([findAccountPage(network, payTo), getTranslations('bazaar')])
  return (
    <div className="grid gap-12">
      <header className="grid gap-4">
        <p>
          <Link href="/bazaar" className="inline-flex min-h-11 items-center">
            {t('back')}
          </Link>
        </p>
        <h1 className="max-w-[46rem] font-serif text-title font-strong sm:text-display">
          {t('storefront.walletHeading', { network: networkName(network) })}
        </h1>
        <p className="text-reading">
          <CopyId value={payTo} name={t('storefront.wallet')} />
        </p>
        <p className="max-w-measure">
          {t('storefront.paysWallet')}{' '}
          {account?.kind === 'page' && (
            <a
              href={account.href}
              rel="noreferrer nofollow"
              className="text-accent underline underline-offset-4 hover:text-accent-strong"
            >
              {t('storefront.explorer')}
            </a>
          )}
          {account?.kind === 'local' && t('storefront.local')}
        </p>
      </header>
      <Storefront storefront={storefront} address={payeeAddress(network, payTo) ?? '/bazaar'} />
    </div>
  )
}
