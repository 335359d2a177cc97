import type { ReactNode } from 'react'

export function FactList({ facts }: { facts: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[9rem_minmax(0,1fr)] text-small sm:grid-cols-[12rem_minmax(0,1fr)]">
      {facts.map(({ name, value }) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid gap-x-4 border-b border-rule py-2">
          <dt className="text-quiet">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
