import { useTranslations } from 'next-intl'
import { Button } from './button'

/**
 * Replaces a page that could not be shown. `reference` finds the cause in the server's log. It mentions money to
 * reassure: showing a page never charges.
 */
export function Failure({ reference, onRetry }: { reference?: string; onRetry: () => void }) {
  const t = useTranslations('failure')
  return (
    <div role="alert" className="grid max-w-measure gap-6">
      <h1 className="font-serif text-display font-strong">{t('title')}</h1>
      <p>{t('detail')}</p>
      {reference && (
        <p className="text-quiet">
          {t.rich('reference', { reference, figures: (chunks) => <span className="figures">{chunks}</span> })}
        </p>
      )}
      <p className="flex flex-wrap gap-4">
        <Button variant="primary" onClick={onRetry}>
          {t('retry')}
        </Button>
      </p>
    </div>
  )
}
