export { DealPage as default } from '../../features/deals/deal-page.tsx'
