'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import { queryKeys } from '@/lib/site/browser/query-keys'

/**
 * Requests the page again every few seconds while it is visible, so that the server's news appears without a reload.
 * Without scripts the page stays as loaded.
 */
export function FollowLive({ isWanted = true, everySeconds = 2.5 }: { isWanted?: boolean; everySeconds?: number }) {
  const router = useRouter()
  useQuery({
    queryKey: queryKeys.news(usePathname()),
    queryFn: () => {
      router.refresh()
      return null
    },
    initialData: null,
    staleTime: Infinity,
    enabled: isWanted,
    refetchInterval: everySeconds * 1_000,
    refetchOnWindowFocus: 'always',
  })
  return null
}
