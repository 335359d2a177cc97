import { useTranslations } from 'next-intl'
import { Badge } from '@/lib/site/ui/badge'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'

type FirstStepsProps = { hasPayee: boolean; liveRouteId: string | null }

export function FirstSteps({ hasPayee, liveRouteId }: FirstStepsProps) {
  const t = useTranslations('dashboard.firstSteps')
  const steps = [
    {
      title: t('payee.title'),
      about: t('payee.about'),
      href: '/dashboard/payees',
      isDone: hasPayee,
    },
    {
      title: t('route.title'),
      about: t('route.about'),
      href: '/dashboard/routes/new',
      isDone: liveRouteId !== null,
    },
    {
      title: t('payment.title'),
      about: t('payment.about'),
      href: liveRouteId === null ? '/dashboard/routes' : `/dashboard/routes/${liveRouteId}`,
      isDone: false,
    },
  ]
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Section id="first-steps" title={t('title')} className="grid max-w-measure content-start gap-4">
      <StepList steps={steps} />
      {next && (
        <p>
          <Link href={next.href} variant="primary">
            {next.title}
          </Link>
        </p>
      )}
    </Section>
  )
}

export function StepsAhead() {
  const t = useTranslations('dashboard.firstSteps')
  const steps = (['payee', 'route', 'payment'] as const).map((step) => ({
    title: t(`${step}.title`),
    about: t(`${step}.about`),
    isDone: false,
  }))
  return (
    <Section id="steps" title={t('title')} className="grid content-start gap-4 lg:border-s lg:border-rule lg:ps-8">
      <StepList steps={steps} />
    </Section>
  )
}

function StepList({ steps }: { steps: { title: string; about: string; isDone: boolean }[] }) {
  const t = useTranslations('dashboard.firstSteps')
  return (
    <ol className="border-t border-ink">
      {steps.map(({ title, about, isDone }) => (
        <li key={title} className="grid gap-1 border-b border-rule py-4">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-strong">{title}</span>
            {isDone && <Badge state="settled">{t('done')}</Badge>}
          </span>
          <span className="text-quiet">{about}</span>
        </li>
      ))}
    </ol>
  )
}
