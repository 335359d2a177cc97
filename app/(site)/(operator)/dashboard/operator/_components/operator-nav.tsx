'use client'

import { usePathname } from 'next/navigation'
import { Link } from '@/lib/ui/link'
import { Tabs } from '@/lib/ui/tabs'

const overview = '/dashboard/operator'
const places = [
  { title: 'Shops', href: `${overview}/shops` },
  { title: 'Changes', href: `${overview}/changes` },
  { title: 'Invitations', href: `${overview}/invitations` },
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
        tabs={[{ title: 'Overview', href: overview, isCurrent: pathname === overview }, ...tabs]}
      />
    </div>
  )
}
