import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'

const places = ['bazaar', 'dashboard', 'facilitator', 'library'] as const

export function Places({ hasArticles }: { hasArticles: boolean }) {
  const t = useTranslations('start.places')
  return (
    <section aria-labelledby="places" className="grid gap-6">
      <h2 id="places" className="text-title font-strong">
        {t('title')}
      </h2>
      <dl className="grid max-w-[46rem] gap-x-8 gap-y-2 sm:grid-cols-[8rem_1fr] sm:gap-y-0">
        {(hasArticles ? (['articles', ...places] as const) : places).map((place) => (
          <div key={place} className="contents">
            <dt>
              <Link href={`/${place}`} className="inline-flex min-h-11 items-center">
                {t(`${place}.title`)}
              </Link>
            </dt>
            <dd className="-mt-2 flex min-h-11 items-center sm:mt-0">{t(`${place}.about`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
