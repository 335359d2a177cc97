import { useFormatter } from 'next-intl'

export function Figures({ title, figures }: { title: string; figures: [name: string, value: number][] }) {
  const format = useFormatter()
  return (
    <section aria-label={title}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse border-t border-rule pt-2">
            <dt className="text-small text-quiet">{name}</dt>
            <dd className="figures text-title">{format.number(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
