import { homeFigures } from '../_server/home-figures'
import { siteFacts } from '../_server/site-facts'
import { DemoWelcome } from './_components/demo-welcome'
import { OwnWelcome } from './_components/own-welcome'
import { TrueFigures } from './_components/true-figures'

export default async function HomePage() {
  const { origin, isDemo } = siteFacts()
  if (!isDemo) return <OwnWelcome origin={origin} />
  const figures = await homeFigures()
  return (
    <div className="grid gap-12">
      <DemoWelcome />
      {figures && <TrueFigures figures={figures} />}
    </div>
  )
}
