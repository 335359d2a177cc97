import { makeStorageSafe } from '@/lib/site/browser/storage'

makeStorageSafe(window)
