import { Badge } from '@/lib/ui/badge'
import { Link } from '@/lib/ui/link'

type FirstStepsProps = { hasPayee: boolean; liveRouteId: string | null }

/** What comes first in a shop that has sold nothing yet; each ticked by itself. */
export function FirstSteps({ hasPayee, liveRouteId }: FirstStepsProps) {
  const steps = [
    {
      title: 'Say where your money goes',
      about: 'Confirm an address of your own on one network. Money goes straight to it.',
      href: '/dashboard/payees',
      isDone: hasPayee,
    },
    {
      title: 'Put something up for sale',
      about: 'A text, a file or an API, with a price. It is for sale as soon as you save it.',
      href: '/dashboard/routes/new',
      isDone: liveRouteId !== null,
    },
    {
      title: 'See a payment come in',
      about: 'Make a test payment yourself, or give its address to somebody.',
      href: liveRouteId === null ? '/dashboard/routes' : `/dashboard/routes/${liveRouteId}/test`,
      isDone: false,
    },
  ]
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="first-steps" className="grid max-w-measure gap-4">
      <h2 id="first-steps" className="text-title font-strong">
        Three steps to your first sale
      </h2>
      <ol className="border-t border-ink">
        {steps.map(({ title, about, isDone }) => (
          <li key={title} className="grid gap-1 border-b border-rule py-4">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-strong">{title}</span>
              {isDone && <Badge state="settled">Done</Badge>}
            </span>
            <span className="text-quiet">{about}</span>
          </li>
        ))}
      </ol>
      {next && (
        <p>
          <Link href={next.href} variant="primary">
            {next.title}
          </Link>
        </p>
      )}
    </section>
  )
}
