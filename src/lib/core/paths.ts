/** Every page of the site (spec point 2). `/fogot-password` is spelt so on purpose: it is the published address. */
export const PATHS = {
  login: '/',
  register: '/register',
  forgotPassword: '/fogot-password',
  privacyPolicy: '/privacy-policy',
  /** About the token: every field of its entry. */
  token: '/token',
  user: '/user',
  userDashboard: '/user/dashboard',
  buyToken: '/user/buy-token',
  paymentHistory: '/user/payment-history',
  payment: '/user/payment',
  profile: '/user/profile',
  admin: '/admin',
  adminLogin: '/admin/login',
  adminLogout: '/admin/logout',
  adminDashboard: '/admin/dashboard',
  userManage: '/admin/usermanage',
  purchaseRequest: '/admin/purchaserequest',
  beneficiary: '/admin/beneficiary',
  audit: '/admin/audit',
  settings: '/admin/settings',
  superadmin: '/superadmin',
  superadminLogin: '/superadmin/login',
  superadminLogout: '/superadmin/logout',
  superadminDashboard: '/superadmin/dashboard',
  companyManage: '/superadmin/companymanage',
} as const;

/** How people spell it who do not copy the address; redirected to `PATHS.forgotPassword`. */
export const FORGOT_PASSWORD_RESPELT = '/forgot-password';

/** Prefix of every call of the API. */
export const API_PREFIX = '/api/v1';

/** The address of one uploaded file. */
export function mediaPath(id: string): string {
  return `${API_PREFIX}/media/${encodeURIComponent(id)}`;
}

/** A picture of the brand that the company has uploaded; another file has another address. */
export function brandPath(kind: 'icon' | 'logo' | 'header', id: string): string {
  return `/brand/${kind}?v=${encodeURIComponent(id)}`;
}

/** The back office's page of one member. */
export function memberPath(id: string): string {
  return `${PATHS.userManage}/${encodeURIComponent(id)}`;
}

/** The printable receipt of an approved purchase. */
export function receiptPath(id: string): string {
  return `${PATHS.user}/receipt/${encodeURIComponent(id)}`;
}

/** Where 'BUY NOW' goes: the payment screen with its order. */
export function paymentPath(purchaseId: string, purchaseAmount: string): string {
  return `${PATHS.payment}?purchaseId=${encodeURIComponent(purchaseId)}&purchaseAmount=${encodeURIComponent(purchaseAmount)}`;
}
