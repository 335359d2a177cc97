'use client'

import NextLink, { useLinkStatus } from 'next/link'
import type { ComponentProps } from 'react'
import { WaitingBar } from './waiting-bar'

type PageLinkProps = Omit<ComponentProps<typeof NextLink>, 'prefetch'>

/**
 * A link to a page of the site, without styles. Pages are rendered per request, so nothing is fetched before the reader
 * asks for it; a line along the top shows that a slow page is loading.
 */
export function PageLink({ children, ...props }: PageLinkProps) {
  return (
    <NextLink {...props} prefetch={false}>
      {children}
      <Waiting />
    </NextLink>
  )
}

function Waiting() {
  const { pending } = useLinkStatus()
  return pending && <WaitingBar />
}
