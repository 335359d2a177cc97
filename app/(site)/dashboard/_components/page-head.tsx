import type { ReactNode } from 'react'

type PageHeadProps = { title: ReactNode; about?: ReactNode; children?: ReactNode }

export const PageHead = ({ title, about, children }: PageHeadProps) => (
  <header className="grid max-w-measure gap-2">
    <h1 className="font-serif text-display font-strong">{title}</h1>
    {about && <p>{about}</p>}
    {children}
  </header>
)
