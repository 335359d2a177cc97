import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { ShopView } from '@/lib/shop/sellers/operating/get-shop'
import { Badge } from '@/lib/site/ui/badge'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Section } from '@/lib/site/ui/section'
import { SuspendForm } from './suspend-form'

/** One shop: where it is paid, and the switch that stops it. */
export function ShopSwitch({ shop: { handle, name, suspension, payees } }: { shop: ShopView }) {
  const t = useTranslations('operator')
  return (
    <Section id="shop" title={<bdi className="wrap-anywhere">{name}</bdi>} className="grid gap-4">
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
