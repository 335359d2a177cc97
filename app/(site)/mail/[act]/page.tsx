import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_components/missing-page'
import { titled, unindexed } from '@/app/_components/titled'
import { confirmMailbox, unsubscribe } from '@/lib/shop/sellers/mail/mailbox'
import { running } from '@/lib/site/compose/running'
import { Button } from '@/lib/site/ui/button'
import { Link } from '@/lib/site/ui/link'
import { Page } from '../../_components/page'

// Keeps the token from other sites. With `no-referrer`, a form sent without scripts would lack an origin, and fail.
export const generateMetadata = titled('mail.title', { ...unindexed, referrer: 'strict-origin' })

const acts = { confirm: confirmMailbox, unsubscribe }

/** Only a press acts: programs that scan e-mails open every link in them. */
async function follow(form: FormData): Promise<void> {
  'use server'
  const act = form.get('act') === 'confirm' ? 'confirm' : 'unsubscribe'
  const isDone = await acts[act](running('site').sellers, String(form.get('token') ?? ''))
  redirect(`/mail/${act}?was=${isDone ? 'done' : 'refused'}`)
}

/** A link of an e-mail: a question with one button, then its outcome. */
export default async function MailLinkPage({ params, searchParams }: PageProps<'/mail/[act]'>) {
  const [{ act }, { token, was }, t] = await Promise.all([params, searchParams, getTranslations('mail')])
  if (act !== 'confirm' && act !== 'unsubscribe') return <MissingPage />
  const isAsking = typeof token === 'string' && was === undefined
  const outcome = was === 'done' ? 'done' : 'refused'
  return (
    <Page
      title={t(isAsking ? `${act}.title` : `${act}.${outcome}Title`)}
      about={t(isAsking ? `${act}.ask` : `${act}.${outcome}`)}
    >
      {isAsking ? (
        <form action={follow}>
          <input type="hidden" name="act" value={act} />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" variant="primary">
            {t(`${act}.button`)}
          </Button>
        </form>
      ) : (
        <p>
          <Link href="/dashboard/profile" variant="plain">
            {t('notifications')}
          </Link>
        </p>
      )}
    </Page>
  )
}
