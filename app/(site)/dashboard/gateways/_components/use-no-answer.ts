import { unstable_rethrow } from 'next/navigation'
import { useTranslations } from 'next-intl'

/** What to say when an action failed without an answer. Redirects pass. */
export function useNoAnswer(): (error: unknown) => string {
  const t = useTranslations('forms')
  return (error) => {
    unstable_rethrow(error)
    return t('noAnswer')
  }
}
