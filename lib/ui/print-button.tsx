'use client'

import { Button } from '@/lib/ui/button'

export function PrintButton() {
  return <Button onClick={() => window.print()}>Print</Button>
}
