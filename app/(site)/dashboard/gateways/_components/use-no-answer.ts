import { unstable_rethrow } from 'next/navigation'
import { useTranslations } from 'next-intl'

/** The message for an action that failed without an answer. Redirects pass. */
export function useNoAnswer(): (error: unknown) => string {
  const t = useTranslations('forms')
  return (error) => {
    unstable_rethrow(error)
    return t('noAnswer')
  }
}
