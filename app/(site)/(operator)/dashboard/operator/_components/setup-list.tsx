import { useTranslations } from 'next-intl'
import { inWords } from '@/lib/site/messages/in-words'
import type { SetupStep } from '@/lib/site/operations/list-setup'
import { Badge } from '@/lib/site/ui/badge'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'

/** The steps to set up a site, ticked automatically; folded once nothing is missing. */
export function SetupList({ steps }: { steps: SetupStep[] }) {
  const t = useTranslations('operator.setup')
  const open = steps.filter(({ isDone }) => !isDone).length
  if (open === 0) {
    return (
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
          {t('done')}
        </summary>
        <Steps steps={steps} />
      </details>
    )
  }
  return (
    <Section id="setup" title={t('open', { done: steps.length - open, all: steps.length })} className="grid gap-4">
      <Steps steps={steps} />
    </Section>
  )
}

function Steps({ steps }: { steps: SetupStep[] }) {
  const t = useTranslations('operator.setup')
  const say = useTranslations('sentences')
  return (
    <ol className="grid max-w-[46rem] border-t border-rule">
      {steps.map((step) => (
        <li
          key={step.title.key}
          className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[6rem_11rem_1fr]"
        >
          <span>
            <Badge state={step.isDone ? 'settled' : 'waiting'}>{t(step.isDone ? 'stepDone' : 'stepOpen')}</Badge>
          </span>
          <span className="font-strong">{inWords(say, step.title)}</span>
          <span className="min-w-0 wrap-anywhere">
            <About step={step} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function About({ step: { about, href, isDone } }: { step: SetupStep }) {
  const say = useTranslations('sentences')
  const words = about.map((sentence) => inWords(say, sentence)).join(' ')
  return href && !isDone ? (
    <Link href={href}>{words}</Link>
  ) : (
    <span className={isDone ? 'text-quiet' : ''}>{words}</span>
  )
}
