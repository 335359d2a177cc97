import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { MissingPage, missingMetadata } from '@/app/_site/missing-page'
import { Storefront } from '@/app/(site)/bazaar/_storefront/storefront'
import { running } from '@/lib/site/compose/running'
import { Link } from '@/lib/site/ui/link'
import { hostAddress, parseHost } from '../../_components/shop-address'

type Props = PageProps<'/bazaar/host/[host]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const host = parseHost((await params).host)
  const t = await getTranslations('bazaar')
  return host === null ? missingMetadata() : { title: t('titleOfPage', { title: host }) }
}

export default async function HostPage({ params, searchParams }: Props) {
  const host = parseHost((await params).host)
  const { offset } = await searchParams
  const storefront = host && (await running('site').catalog.storefront({ host }, String(offset ?? '')))
  if (!storefront) return <MissingPage />
  const t = await getTranslations('bazaar')
  return (
    <div className="grid gap-12">
      <header className="grid gap-4">
        <p>
          <Link href="/bazaar" className="inline-flex min-h-11 items-center">
            {t('back')}
          </Link>
        </p>
        <h1 className="max-w-[46rem] font-serif text-title font-strong wrap-anywhere sm:text-display">{host}</h1>
        <p className="max-w-measure text-reading">{t('storefront.host')}</p>
      </header>
      <Storefront storefront={storefront} address={hostAddress(host)} />
    </div>
  )
}
