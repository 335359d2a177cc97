import { useTranslations } from 'next-intl'
import { Badge } from '@/lib/site/ui/badge'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'

type FirstStepsProps = { hasPayee: boolean; liveRouteId: string | null }

export function FirstSteps({ hasPayee, liveRouteId }: FirstStepsProps) {
  const t = useTranslations('dashboard.firstSteps')
  const steps = [
    { key: 'payee', href: '/dashboard/payees', isDone: hasPayee },
    { key: 'route', href: '/dashboard/routes/new', isDone: liveRouteId !== null },
    {
      key: 'payment',
      href: liveRouteId === null ? '/dashboard/routes' : `/dashboard/routes/${liveRouteId}`,
      isDone: false,
    },
  ] as const
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Section id="first-steps" title={t('title')} className="grid max-w-measure content-start gap-4">
      <ol className="border-t border-ink">
        {steps.map(({ key, isDone }) => (
          <li key={key} className="grid gap-1 border-b border-rule py-4">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-strong">{t(`${key}.title`)}</span>
              {isDone && <Badge state="settled">{t('done')}</Badge>}
            </span>
            {!isDone && <span className="text-quiet">{t(`${key}.about`)}</span>}
          </li>
        ))}
      </ol>
      {next && (
        <p>
          <Link href={next.href} variant="primary">
            {t(`${next.key}.title`)}
          </Link>
        </p>
      )}
    </Section>
  )
}
