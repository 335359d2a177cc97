import { getTranslations } from 'next-intl/server'
import { Button } from '@/lib/site/ui/button'
import { Link } from '@/lib/site/ui/link'

type Words = { title: string; text: string }

type LinkPageProps = {
  searchParams: Promise<Record<string, string | string[] | undefined>>
  ask: Words & { button: string }
  done: Words
  refused: Words
  action: (form: FormData) => Promise<void>
}

/** A link of an e-mail: a question with one button, then its outcome. */
export async function LinkPage({ searchParams, ask, done, refused, action }: LinkPageProps) {
  const [{ token, was }, t] = await Promise.all([searchParams, getTranslations('mail')])
  const isAsking = typeof token === 'string' && was === undefined
  const { title, text } = isAsking ? ask : was === 'done' ? done : refused
  return (
    <div className="grid max-w-measure gap-6">
      <h1 className="font-serif text-display font-strong">{title}</h1>
      <p>{text}</p>
      {isAsking ? (
        <form action={action}>
          <input type="hidden" name="token" value={token} />
          <Button type="submit" variant="primary">
            {ask.button}
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
