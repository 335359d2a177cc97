import { useTranslations } from 'next-intl'
import type { InvitedTo, Membership } from '@/lib/shop/sellers/members/list-memberships'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import { answerInvited, chooseShop } from '../_actions/member-actions'

/** The reader's other shops; nothing where there are none. */
export function ShopSwitch({ shops, current }: { shops: Membership[]; current: string }) {
  const t = useTranslations('dashboardShops')
  const others = shops.filter(({ sellerId }) => sellerId !== current)
  if (others.length === 0) return null
  return (
    <form action={chooseShop} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-small text-quiet">{t('others')}</span>
      {others.map(({ sellerId, name }) => (
        <Button key={sellerId} type="submit" name="shop" value={sellerId}>
          {name}
        </Button>
      ))}
    </form>
  )
}

/** Asks the reader to join a shop. */
export function InvitedNotice({ invitationId, name, handle, role }: InvitedTo) {
  const t = useTranslations('dashboardShops')
  return (
    <Notice tone="waiting" title={t('invited', { shop: name })}>
      <form action={answerInvited} className="grid gap-4">
        <p className="wrap-anywhere">{t('invitedAs', { role: t(`roles.${role}`), handle })}</p>
        <input type="hidden" name="invitationId" value={invitationId} />
        <p className="flex flex-wrap gap-4">
          <Button type="submit" name="answer" value="join" variant="primary">
            {t('join')}
          </Button>
          <Button type="submit" name="answer" value="decline">
            {t('decline')}
          </Button>
        </p>
      </form>
    </Notice>
  )
}
