import { siteFacts } from '../_server/site-facts'
import { DemoWelcome } from './_components/demo-welcome'
import { HowItWorks } from './_components/how-it-works'
import { OwnWelcome } from './_components/own-welcome'
import { Places } from './_components/places'

export default async function HomePage() {
  const { origin, testNetworks, isDemo } = await siteFacts()
  return (
    <div className="grid gap-16">
      {isDemo ? <DemoWelcome origin={origin} isTestMoney={testNetworks !== null} /> : <OwnWelcome origin={origin} />}
      <HowItWorks />
      <Places hasArticles={isDemo} />
    </div>
  )
}
