import { redirect } from 'next/navigation'
import { openDashboard } from './_server/dashboard'

/** The routes are what a seller comes for; until there is a shop, the layout shows how to open one. */
export default async function DashboardPage() {
  const dashboard = await openDashboard()
  if (dashboard?.seller) redirect('/dashboard/routes')
  return null
}
