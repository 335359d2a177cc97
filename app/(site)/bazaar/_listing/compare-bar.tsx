import { useTranslations } from 'next-intl'
import { Button } from '@/lib/site/ui/button'

const FORM = 'compare'

/** Selects an entry for the comparison; the bar below the list sends the selection. */
export function CompareBox({ entryId, title }: { entryId: string; title: string }) {
  const t = useTranslations('bazaar')
  return (
    <label className="-my-2 inline-flex min-h-11 cursor-pointer items-center gap-2 text-small">
      <input
        type="checkbox"
        form={FORM}
        name="entry"
        value={entryId}
        aria-label={t('card.compareTitle', { title })}
        className="size-5 shrink-0 accent-accent"
      />
      {t('words.compare')}
    </label>
  )
}

/** Below the list; in view from the first selection on. */
export function CompareBar() {
  const t = useTranslations('bazaar.card')
  return (
    <form
      id={FORM}
      method="get"
      action="/bazaar/compare"
      className="bottom-0 flex flex-wrap items-center gap-x-4 gap-y-2 bg-paper py-3 group-has-[[name=entry]:checked]/list:sticky group-has-[[name=entry]:checked]/list:border-t group-has-[[name=entry]:checked]/list:border-ink"
    >
      <Button type="submit">{t('compareAll')}</Button>
      <p className="text-small text-quiet">{t('tick')}</p>
    </form>
  )
}
