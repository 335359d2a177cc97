import { titled } from '@/app/_components/titled'
import { NoSuchPage } from '../_components/no-such-page'

export const generateMetadata = titled('site.noSuchPage.title')

export default function NotFound() {
  return <NoSuchPage />
}
