'use client'

import { usePathname } from 'next/navigation'
import { Link } from '@/lib/ui/link'
import { Tabs } from '@/lib/ui/tabs'

const OVERVIEW = '/dashboard/operator'
const places = [
  { title: 'Doctor', href: `${OVERVIEW}/doctor` },
  { title: 'Data', href: `${OVERVIEW}/data` },
  { title: 'Shops', href: `${OVERVIEW}/shops` },
  { title: 'Changes', href: `${OVERVIEW}/changes` },
  { title: 'Invitations', href: `${OVERVIEW}/invitations` },
]

export function OperatorNav() {
  const pathname = usePathname()
  const tabs = places.map((place) => ({ ...place, isCurrent: pathname.startsWith(place.href) }))
  return (
    <div className="grid gap-2">
      <p>
        <Link href="/dashboard" className="inline-flex min-h-11 items-center">
          Dashboard
        </Link>
      </p>
      <Tabs
        label="Operator"
        tabs={[{ title: 'Overview', href: OVERVIEW, isCurrent: pathname === OVERVIEW }, ...tabs]}
      />
    </div>
  )
}
