import { useTranslations } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_components/missing-page'
import { SearchForm } from '@/app/_components/search-form'
import { titled, unindexed } from '@/app/_components/titled'
import { Form } from '@/app/(site)/_components/form'
import { Page } from '@/app/(site)/_components/page'
import { find, read } from '@/app/(site)/dashboard/_server/dashboard'
import { changeSuspension } from '@/app/(site)/dashboard/_server/forms'
import { networkName } from '@/lib/base/x402/networks'
import type { ShopSummary, ShopView } from '@/lib/shop/sellers/operating/shops'
import type { SuspensionView } from '@/lib/shop/sellers/operating/suspensions'
import type { Translate } from '@/lib/site/messages/translate'
import { Badge } from '@/lib/site/ui/badge'
import { CopyId } from '@/lib/site/ui/copy-button'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { CheckboxField, TextField } from '@/lib/site/ui/fields'
import { Link } from '@/lib/site/ui/link'
import { EmptyState, Notice } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'

export const generateMetadata = titled('operator.shops.title', unindexed)

const OWN = '/dashboard/operator/shops'

/** The shops of the site, and above them the one that `shop` names with its stop switch. */
export default async function OperatorShopsPage({ searchParams }: PageProps<'/dashboard/operator/shops'>) {
  const { q, after, shop: handle } = await searchParams
  const search = typeof q === 'string' ? q.slice(0, 100) : ''
  const [{ shops, nextCursor }, { suspensions }, chosen] = await Promise.all([
    read('listShops', { search, ...(typeof after === 'string' && { cursor: after }) }),
    read('listSuspensions'),
    typeof handle === 'string' ? find('getSiteShop', { handle }) : null,
  ])
  if (typeof handle === 'string' && !chosen) return <MissingPage />
  const [t, format] = await Promise.all([getTranslations('operator'), getFormatter()])
  return (
    <Page title={t('shops.title')} about={t('shops.about')}>
      {chosen && <ShopSwitch shop={chosen} />}
      <SearchForm action={OWN} label={t('shops.search')} search={search} send={t('shops.send')} />
      <DataTable
        caption={t('shops.title')}
        isCaptionHidden
        columns={columns(t, format)}
        rows={shops}
        rowKey={({ sellerId }) => sellerId}
        empty={
          <EmptyState
            title={t(search === '' ? 'shops.none.title' : 'shops.notFound.title')}
            about={search === '' ? t('shops.none.about') : t('shops.notFound.about', { search })}
          />
        }
        next={{ label: t('shops.older'), path: OWN, kept: { q: search }, after: nextCursor }}
      />
      {suspensions.length > 0 && (
        <DataTable
          caption={t('shops.suspendedNow')}
          columns={suspensionColumns(t)}
          rows={suspensions}
          rowKey={({ what, handle, method, path }) => `${what} ${handle} ${method} ${path}`}
        />
      )}
    </Page>
  )
}

const switchOf = (handle: string) => `${OWN}?${new URLSearchParams({ shop: handle })}`

const columns = (t: Translate<'operator'>, format: Awaited<ReturnType<typeof getFormatter>>): Column<ShopSummary>[] => [
  {
    title: t('shops.shop'),
    cell: ({ handle, name }) => (
      <Link href={switchOf(handle)} className="-my-3 inline-flex py-3">
        {name}
      </Link>
    ),
  },
  { title: t('shops.address'), cell: ({ handle }) => <span className="figures">/x/{handle}</span> },
  {
    title: t('shops.state'),
    cell: ({ isSuspended }) => (
      <Badge state={isSuspended ? 'refused' : 'settled'}>{t(isSuspended ? 'shops.suspended' : 'shops.open')}</Badge>
    ),
  },
  { title: t('shops.routes'), cell: ({ routes }) => format.number(routes) },
  { title: t('shops.opened'), cell: ({ openedAt }) => <Timestamp at={openedAt} /> },
]

const suspensionColumns = (t: Translate<'operator'>): Column<SuspensionView>[] => [
  {
    title: t('shops.what'),
    cell: ({ what, isContentClosed }) => t(`shops.${isContentClosed ? 'closedKinds' : 'kinds'}.${what}`),
  },
  {
    title: t('shops.of'),
    cell: ({ handle, method, path }) => (
      <Link href={switchOf(handle)}>
        <span className="figures">
          {method} /x/{handle}
          {path}
        </span>
      </Link>
    ),
  },
  { title: t('shops.reason'), cell: ({ reason }) => reason },
]

function ShopSwitch({ shop: { handle, name, suspension, payees } }: { shop: ShopView }) {
  const t = useTranslations('operator')
  return (
    <Section
      id="shop"
      title={<bdi className="wrap-anywhere">{name}</bdi>}
      className="grid gap-4 border-b border-rule pb-8"
    >
      <p className="flex flex-wrap items-center gap-3 text-quiet">
        <span className="figures">/x/{handle}</span>
        <Badge state={suspension ? 'refused' : 'settled'}>{t(suspension ? 'shops.suspended' : 'shops.open')}</Badge>
      </p>
      {payees.map(({ network, address }) => (
        <p key={network} className="text-small text-quiet">
          {t.rich('shop.paidOn', {
            network: networkName(network),
            address: () => <CopyId value={address} name={t('shop.payToName')} />,
          })}
        </p>
      ))}
      <SuspendForm key={handle} {...{ handle, suspension }} />
    </Section>
  )
}

function SuspendForm({ handle, suspension }: Pick<ShopView, 'handle' | 'suspension'>) {
  const t = useTranslations('operatorForms.suspend')
  const className = 'grid max-w-measure content-start gap-4'
  if (suspension) {
    return (
      <Form
        action={changeSuspension}
        hidden={{ handle, does: 'lift' }}
        label={t('lift')}
        variant="plain"
        {...{ className }}
      >
        <Notice tone="neutral" title={t('done')}>
          <p className="wrap-anywhere">{suspension.reason}</p>
          {suspension.isContentClosed && <p>{t('closed')}</p>}
        </Notice>
      </Form>
    )
  }
  return (
    <Form action={changeSuspension} hidden={{ handle }} label={t('send')} variant="danger" {...{ className }}>
      <p className="text-quiet">{t('effect')}</p>
      <TextField name="reason" label={t('reason')} hint={t('reasonHint')} required maxLength={500} autoComplete="off" />
      <CheckboxField name="isContentClosed" value="yes" label={t('close')} />
    </Form>
  )
}
