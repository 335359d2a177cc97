import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CopyId } from '@/lib/ui/copy-id'
import { Link } from '@/lib/ui/link'
import { shortenMiddle } from '@/lib/ui/shorten-middle'
import { networkName } from '@/lib/x402/networks'
import { parsePayee, payeeAddress } from '../../../_components/shop-address'
import { Storefront } from '../../../_components/storefront'
import { findAccountPage } from '../../../_server/block-explorer'
import { findStorefront } from '../../../_server/explorer'

type Props = {
  params: Promise<{ network: string; address: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const payee = parsePayee(await params)
  return payee === null ? {} : { title: `${shortenMiddle(payee.payTo)} on ${networkName(payee.network)} · Bazaar` }
}

export default async function PayeePage({ params, searchParams }: Props) {
  const payee = parsePayee(await params)
  const { offset } = await searchParams
  const storefront = payee && (await findStorefront(payee, String(offset ?? '')))
  if (!storefront) notFound()
  const { network, payTo } = payee
  const account = await findAccountPage(network, payTo)
  return (
    <div className="grid gap-12">
      <header className="grid gap-4">
        <p>
          <Link href="/bazaar" className="inline-flex min-h-11 items-center">
            The bazaar
          </Link>
        </p>
        <h1 className="max-w-[46rem] font-serif text-title font-strong sm:text-display">
          A wallet on {networkName(network)}
        </h1>
        <p className="text-reading">
          <CopyId value={payTo} name="wallet" />
        </p>
        <p className="max-w-measure">
          Everything listed that pays this wallet.{' '}
          {account?.kind === 'page' && (
            <a
              href={account.href}
              rel="noreferrer nofollow"
              className="text-accent underline underline-offset-4 hover:text-accent-strong"
            >
              See it in a block explorer
            </a>
          )}
          {account?.kind === 'local' && 'The network runs on this machine alone, so no block explorer knows it.'}
        </p>
      </header>
      <Storefront storefront={storefront} address={payeeAddress(network, payTo) ?? '/bazaar'} />
    </div>
  )
}
