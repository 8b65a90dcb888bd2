import { PageRun } from './run-page.ts'
import { createView } from './view.ts'

void new PageRun(createView()).start()
