import { CodeBlock } from '@/lib/ui/code-block'
import { Link } from '@/lib/ui/link'
import { terminalCommands } from '@/lib/ui/terminal-commands'

type ThingToTry = { title: string; price: string; path: string; page?: string; about: string }

const things: ThingToTry[] = [
  {
    title: 'A weather reading',
    price: '0.001 USDC',
    path: '/weather?city=Lisbon',
    page: '/weather?city=Lisbon',
    about: 'A fixed price for each request, as JSON. The readings are a small demo set, and say so.',
  },
  {
    title: 'An article, kept for good',
    price: '0.05 USDC',
    path: '/articles/signed-is-not-paid/full',
    page: '/articles/signed-is-not-paid',
    about: 'Paid once. Afterwards the same wallet opens it by signing in.',
  },
  {
    title: 'A metered article',
    price: 'up to 0.05 USDC',
    path: '/articles/meter-and-ceiling/full?sections=2',
    page: '/articles/meter-and-ceiling',
    about: 'You sign for a ceiling and are charged for the sections that you ask for.',
  },
]

export function ThingsToTry({ origin, isTestMoney }: { origin: string; isTestMoney: boolean }) {
  return (
    <section aria-labelledby="try" className="grid gap-6">
      <div className="grid max-w-measure gap-2">
        <h2 id="try" className="text-title font-strong">
          Three things to buy now
        </h2>
        <p>
          {isTestMoney
            ? 'The commands run in a clone of Turnpike and pay with a demo wallet. Every payment settles on a real chain that runs on this machine; only the money is test money.'
            : 'The commands run in a clone of Turnpike and pay with the wallet that you give them. The money is real.'}
        </p>
      </div>
      <ul className="grid gap-px border-y border-rule bg-rule">
        {things.map((thing) => (
          <li key={thing.path} className="grid gap-4 bg-paper py-6 lg:grid-cols-[1fr_2fr] lg:gap-8">
            <Thing thing={thing} origin={origin} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Thing({ thing, origin }: { thing: ThingToTry; origin: string }) {
  const commands = terminalCommands(`${origin}${thing.path}`)
  return (
    <>
      <div className="grid content-start gap-2">
        <h3 className="text-reading font-strong">{thing.title}</h3>
        <p className="figures text-small">{thing.price}</p>
        <p className="text-quiet">{thing.about}</p>
        {thing.page && (
          <p>
            <Link href={thing.page} className="inline-flex min-h-11 items-center">
              Open it in the browser
            </Link>
          </p>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <p className="text-small text-quiet">See the price</p>
        <CodeBlock code={commands.see} name={`command that shows the price of: ${thing.title}`} />
        <p className="pt-2 text-small text-quiet">Pay it</p>
        <CodeBlock code={commands.pay} name={`command that pays for: ${thing.title}`} />
      </div>
    </>
  )
}
