/** Every page of the site (docs/product.md, Routes and guards). The spelling `/fogot-password` is the published address. */
export const PATHS = {
  login: '/',
  register: '/register',
  forgotPassword: '/fogot-password',
  privacyPolicy: '/privacy-policy',
  unsubscribe: '/unsubscribe',
  takeBack: '/take-back',
  /** Opens one try of a second factor, from a mail. */
  letIn: '/let-in',
  /** Shown by the service worker instead of a page that cannot be reached. */
  offline: '/offline',
  /** About the token: all fields of its brand. */
  token: '/token',
  /** What everybody may read of the ledger as a log. */
  ledger: '/ledger',
  /** Checks the proof of a member; works saved to a disk. */
  ledgerVerify: '/ledger/verify',
  user: '/user',
  userDashboard: '/user/dashboard',
  buyToken: '/user/buy-token',
  paymentHistory: '/user/payment-history',
  payment: '/user/payment',
  refunds: '/user/refunds',
  profile: '/user/profile',
  security: '/user/security',
  notifications: '/user/notifications',
  choosePassword: '/user/choose-password',
  admin: '/admin',
  adminLogin: '/admin/login',
  adminLogout: '/admin/logout',
  adminChoosePassword: '/admin/choose-password',
  adminDashboard: '/admin/dashboard',
  userManage: '/admin/usermanage',
  purchaseRequest: '/admin/purchaserequest',
  reconciliation: '/admin/reconciliation',
  adminRefunds: '/admin/refunds',
  adminRewards: '/admin/rewards',
  beneficiary: '/admin/beneficiary',
  audit: '/admin/audit',
  settings: '/admin/settings',
  developers: '/admin/developers',
  deliveries: '/admin/developers/deliveries',
  announcements: '/admin/announcements',
  launch: '/admin/launch',
  adminNotifications: '/admin/notifications',
  adminSecurity: '/admin/security',
  superadmin: '/superadmin',
  superadminLogin: '/superadmin/login',
  superadminLogout: '/superadmin/logout',
  superadminDashboard: '/superadmin/dashboard',
  companyManage: '/superadmin/companymanage',
  superadminSecurity: '/superadmin/security',
} as const;

/** Who runs the sale, with address, email and phone. */
export const CONTACT_PATH = `${PATHS.privacyPolicy}#who`;

/** The correct spelling, which people may type; redirects to `PATHS.forgotPassword`. */
export const FORGOT_PASSWORD_RESPELT = '/forgot-password';

/** Prefix of every call of the API. */
export const API_PREFIX = '/api/v1';

/** The address of an uploaded file. */
export function mediaPath(id: string): string {
  return `${API_PREFIX}/media/${encodeURIComponent(id)}`;
}

/** The address of a file of a launch pack, for admins. */
export function packFilePath(packId: string, name: string): string {
  return `${API_PREFIX}/admin/launch/pack/file?packId=${encodeURIComponent(packId)}&name=${encodeURIComponent(name)}`;
}

/** A brand picture that the company uploaded. A new file gets a new address, so browsers can cache it. */
export function brandPath(kind: 'icon' | 'logo' | 'header' | 'app-icon' | 'maskable', id: string): string {
  return `/brand/${kind}?v=${encodeURIComponent(id)}`;
}

/** The admin page of one member. */
export function memberPath(id: string): string {
  return `${PATHS.userManage}/${encodeURIComponent(id)}`;
}

/** The buy screen with an amount filled in, in rupees. */
export function buyPath(amount: string): string {
  return `${PATHS.buyToken}?amount=${encodeURIComponent(amount)}`;
}

/** The refunds that a text finds: an order, the number of a refund, a name. For admins. */
export function refundsPath(search: string): string {
  return `${PATHS.adminRefunds}?search=${encodeURIComponent(search)}`;
}

/** The printable receipt of an approved purchase. */
export function receiptPath(id: string): string {
  return `${PATHS.user}/receipt/${encodeURIComponent(id)}`;
}

/** The payment screen of an order, which 'BUY NOW' opens. */
export function paymentPath(purchaseId: string, purchaseAmount: string): string {
  return `${PATHS.payment}?purchaseId=${encodeURIComponent(purchaseId)}&purchaseAmount=${encodeURIComponent(purchaseAmount)}`;
}

/** The page that ends announcements and reminders by mail. */
export function unsubscribePath(token: string): string {
  return `${PATHS.unsubscribe}?token=${encodeURIComponent(token)}`;
}

/** The page on which the owner of an account takes a change of its address back. */
export function takeBackPath(token: string): string {
  return `${PATHS.takeBack}?token=${encodeURIComponent(token)}`;
}

/** The page of a link that opens one try of a second factor. */
export function letInPath(token: string): string {
  return `${PATHS.letIn}?token=${encodeURIComponent(token)}`;
}

/** The messages about one of the member's orders, in the payment history. */
export function orderMessagesPath(orderNumber: string, id: string): string {
  return `${PATHS.paymentHistory}?status=ALL&search=${encodeURIComponent(orderNumber)}#messages-${encodeURIComponent(id)}`;
}

/** The messages about a purchase, for admins. */
export function requestMessagesPath(orderNumber: string, id: string): string {
  return `${PATHS.purchaseRequest}?requestSearch=${encodeURIComponent(orderNumber)}#messages-${encodeURIComponent(id)}`;
}
