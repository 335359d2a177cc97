import { Link } from '@/lib/ui/link'

const articles = {
  title: 'Articles',
  href: '/articles',
  about: 'Things to read for a few cents, with the checkout in the page.',
}

const places = [
  {
    title: 'Bazaar',
    href: '/bazaar',
    about: 'What can be bought, here and elsewhere; whether it answers; what it costs.',
  },
  { title: 'Dashboard', href: '/dashboard', about: 'Put a price on your own URL, and see what it earns.' },
  {
    title: 'Facilitator',
    href: '/facilitator',
    about: 'Checks payments and brings them to their chain: where it does, and how it is.',
  },
  { title: 'Library', href: '/library', about: 'What your wallet has bought, with receipts.' },
]

export function Places({ hasArticles }: { hasArticles: boolean }) {
  return (
    <section aria-labelledby="places" className="grid gap-6">
      <h2 id="places" className="text-title font-strong">
        What is here
      </h2>
      <dl className="grid max-w-[46rem] gap-x-8 gap-y-2 sm:grid-cols-[8rem_1fr] sm:gap-y-0">
        {(hasArticles ? [articles, ...places] : places).map((place) => (
          <div key={place.href} className="contents">
            <dt>
              <Link href={place.href} className="inline-flex min-h-11 items-center">
                {place.title}
              </Link>
            </dt>
            <dd className="-mt-2 flex min-h-11 items-center sm:mt-0">{place.about}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
