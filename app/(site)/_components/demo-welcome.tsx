import { Link } from '@/lib/ui/link'
import { ThingsToTry } from './things-to-try'

/** The demo's start: what this is, and three of its goods. */
export function DemoWelcome({ origin, isTestMoney }: { origin: string; isTestMoney: boolean }) {
  return (
    <>
      <header className="grid max-w-[46rem] gap-6">
        <h1 className="font-serif text-display font-strong">Put a price on a URL. Pay it with a wallet.</h1>
        <p className="font-serif text-reading">
          A request without payment gets the answer 402 and a price. A browser, a script or an agent signs a payment for
          it, asks again, and has what it bought. There is no account, no card form and no API key.
        </p>
        <p className="flex flex-wrap gap-4">
          <Link href="/articles" variant="primary">
            Read an article for a few cents
          </Link>
          <Link href="/dashboard" variant="plain">
            Sell something
          </Link>
        </p>
      </header>
      <ThingsToTry origin={origin} isTestMoney={isTestMoney} />
    </>
  )
}
