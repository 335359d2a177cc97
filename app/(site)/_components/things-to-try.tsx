import { useTranslations } from 'next-intl'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Link } from '@/lib/site/ui/link'
import { terminalCommands } from '@/lib/site/ui/terminal-commands'

type ThingToTry = {
  key: 'weather' | 'article' | 'metered'
  amount: string
  isMaximum?: boolean
  path: string
  page: string
}

const things: ThingToTry[] = [
  { key: 'weather', amount: '0.001 USDC', path: '/weather?city=Lisbon', page: '/weather?city=Lisbon' },
  {
    key: 'article',
    amount: '0.05 USDC',
    path: '/articles/signed-is-not-paid/full',
    page: '/articles/signed-is-not-paid',
  },
  {
    key: 'metered',
    amount: '0.05 USDC',
    isMaximum: true,
    path: '/articles/meter-and-ceiling/full?sections=2',
    page: '/articles/meter-and-ceiling',
  },
]

export function ThingsToTry({ origin, isTestMoney }: { origin: string; isTestMoney: boolean }) {
  const t = useTranslations('start.try')
  return (
    <section aria-labelledby="try" className="grid gap-6">
      <div className="grid max-w-measure gap-2">
        <h2 id="try" className="text-title font-strong">
          {t('title')}
        </h2>
        <p>{t(isTestMoney ? 'testMoney' : 'realMoney')}</p>
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
  const t = useTranslations('start.try')
  const tPrice = useTranslations('price')
  const title = t(`${thing.key}.title`)
  const commands = terminalCommands(`${origin}${thing.path}`)
  return (
    <>
      <div className="grid content-start gap-2">
        <h3 className="text-reading font-strong">{title}</h3>
        <p className="figures text-small">
          {thing.isMaximum ? tPrice('upTo', { amount: thing.amount }) : thing.amount}
        </p>
        <p className="text-quiet">{t(`${thing.key}.about`)}</p>
        <p>
          <Link href={thing.page} className="inline-flex min-h-11 items-center">
            {t('open')}
          </Link>
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <p className="text-small text-quiet">{t('seePrice')}</p>
        <CodeBlock code={commands.see} name={t('seeCommand', { title })} />
        <p className="pt-2 text-small text-quiet">{t('pay')}</p>
        <CodeBlock code={commands.pay} name={t('payCommand', { title })} />
      </div>
    </>
  )
}
