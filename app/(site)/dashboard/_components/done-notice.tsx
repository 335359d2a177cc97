import { useTranslations } from 'next-intl'
import { Notice } from '@/lib/site/ui/notice'

const removals = ['keyRevoked', 'webhookRemoved', 'gatewayRemoved', 'routeArchived', 'mailboxRemoved'] as const

/** A word after a removal, on the page from which the thing is gone; `done` is from its address. */
export function DoneNotice({ done }: { done: string | string[] | undefined }) {
  const t = useTranslations('formDone.removed')
  const removal = removals.find((each) => each === done)
  return removal ? <Notice tone="neutral" title={t(removal)} announce="polite" /> : null
}
