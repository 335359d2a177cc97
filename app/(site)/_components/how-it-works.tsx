import { useTranslations } from 'next-intl'
import { TollBar } from '@/lib/site/ui/toll-bar'

const steps = ['ask', 'answer', 'sign', 'again', 'keep'] as const

export function HowItWorks() {
  const t = useTranslations('start.how')
  return (
    <section aria-labelledby="how" className="grid gap-6">
      <h2 id="how" className="text-title font-strong">
        {t('title')}
      </h2>
      <ol className="grid max-w-[46rem] gap-4">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[3.5rem_1fr] items-start">
            <TollBar isLifted={index >= 3} className="text-quiet" />
            <span>{t(step)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
