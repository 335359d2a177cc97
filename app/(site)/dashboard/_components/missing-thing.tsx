import { MissingPage } from '@/app/_components/missing-page'
import { openDashboard } from '../_server/dashboard'

/** The page for a thing that the shop does not have. Without a shop, the layout asks to sign in or to open one. */
export async function MissingThing() {
  return (await openDashboard())?.seller ? <MissingPage /> : null
}
