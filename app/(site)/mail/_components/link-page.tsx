import { getTranslations } from 'next-intl/server'
import { Button } from '@/lib/site/ui/button'
import { Link } from '@/lib/site/ui/link'

type LinkPageProps = {
  of: 'confirm' | 'unsubscribe'
  searchParams: Promise<Record<string, string | string[] | undefined>>
  action: (form: FormData) => Promise<void>
}

/** A link of an e-mail: a question with one button, then its outcome. */
export async function LinkPage({ of, searchParams, action }: LinkPageProps) {
  const [{ token, was }, t] = await Promise.all([searchParams, getTranslations('mail')])
  const isAsking = typeof token === 'string' && was === undefined
  const outcome = was === 'done' ? 'done' : 'refused'
  return (
    <div className="grid max-w-measure gap-6">
      <h1 className="font-serif text-display font-strong">{t(isAsking ? `${of}.title` : `${of}.${outcome}Title`)}</h1>
      <p>{t(isAsking ? `${of}.ask` : `${of}.${outcome}`)}</p>
      {isAsking ? (
        <form action={action}>
          <input type="hidden" name="token" value={token} />
          <Button type="submit" variant="primary">
            {t(of === 'confirm' ? 'confirm.button' : 'unsubscribe.title')}
          </Button>
        </form>
      ) : (
        <p>
          <Link href="/dashboard/notifications" variant="plain">
            {t('notifications')}
          </Link>
        </p>
      )}
    </div>
  )
}
