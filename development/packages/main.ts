import { runProcess } from '@/lib/processes/run-process'
import { packCli } from './pack-cli'

/** `npm run package`: packs what is published beside the site into `dist/packages`. */
await runProcess(async () => {
  console.log(`Packed: ${await packCli('dist/packages')}`)
})
