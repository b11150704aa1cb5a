-- One admin assigned credits that another one had imported to orders of accomplices: the holds had the importer's word. And buyers whom three
-- admins know had nobody's, because none had approved half of their tokens (decision 0757).
-- Proven holds beyond what one admin's word may back, the youngest of each admin, and those that nobody's word backs. None in a company that
-- never asks for two admins. A word is that of who imported a statement with the whole payment, or of who assigned the payment, and of who
-- approved half of the buyer's tokens or more, first or second, also those of a reward; of all who approved where nobody did half.
CREATE OR REPLACE FUNCTION holds_of_one_word(p_company_id uuid) RETURNS TABLE (id uuid, user_id uuid, quantity bigint) LANGUAGE sql STABLE AS $$
  WITH held AS MATERIALIZED (
    SELECT p.id, p.user_id, p.quantity, p.created_at, p.receipt_id, p.allocated_paise >= p.final_amount_paise AS is_paid FROM purchases p
    WHERE p.company_id = p_company_id AND p.status = 'PENDING' AND p.hold_ended_at IS NULL AND NOT p.is_unproven
      AND asks_for_two(p_company_id)
  ), credits AS MATERIALIZED (
    SELECT e.user_id, e.source_id, e.quantity FROM stock_entries e
      JOIN purchases o ON o.company_id = e.company_id AND o.id = e.source_id AND o.status = 'APPROVED'
    WHERE e.company_id = p_company_id AND e.quantity > 0 AND e.user_id IN (SELECT h.user_id FROM held h WHERE h.receipt_id IS NOT NULL)
  ), approvers AS (
    SELECT o.id, o.decided_by AS word FROM purchases o
      WHERE o.company_id = p_company_id AND o.id IN (SELECT c.source_id FROM credits c) AND o.decided_by IS NOT NULL
    UNION
    SELECT a.subject_id, a.proposed_by FROM approvals a
      WHERE a.company_id = p_company_id AND a.subject_id IN (SELECT c.source_id FROM credits c) AND a.kind = 'purchase.approve'
        AND a.state = 'CONFIRMED'
  ), totals AS (
    SELECT c.user_id, sum(c.quantity) AS quantity FROM credits c GROUP BY c.user_id
  ), parts AS (
    SELECT c.user_id, a.word, sum(c.quantity) * 2 >= t.quantity AS is_half
    FROM credits c JOIN approvers a ON a.id = c.source_id JOIN totals t ON t.user_id = c.user_id
    GROUP BY c.user_id, a.word, t.quantity
  ), of_buyers AS (
    SELECT n.user_id, n.word FROM (SELECT t.*, bool_or(t.is_half) OVER (PARTITION BY t.user_id) AS has_half FROM parts t) n
    WHERE n.is_half OR NOT n.has_half
  ), given AS (
    SELECT m.purchase_id, m.row_id, m.kind, m.matched_by
    FROM held h JOIN bank_matches m ON m.company_id = p_company_id AND m.purchase_id = h.id
    WHERE h.is_paid AND m.released_at IS NULL
  ), at_bank AS (
    SELECT g.purchase_id AS id, g.matched_by AS word FROM given g WHERE g.kind <> 'EXACT'
    UNION
    SELECT seen.purchase_id AS id, s.imported_by AS word FROM (
        SELECT c.purchase_id, c.row_id FROM held h JOIN bank_claim_states c ON c.company_id = p_company_id AND c.purchase_id = h.id
          WHERE c.state = 'SEEN' AND NOT EXISTS (SELECT FROM given g WHERE g.purchase_id = h.id AND g.kind <> 'EXACT')
        UNION
        SELECT g.purchase_id, g.row_id FROM given g WHERE g.kind = 'EXACT'
      ) seen
      JOIN bank_statement_rows r ON r.company_id = p_company_id AND r.row_id = seen.row_id
      JOIN bank_statements s ON s.company_id = r.company_id AND s.id = r.statement_id
  ), words AS (
    SELECT h.id, b.word FROM held h JOIN of_buyers b ON b.user_id = h.user_id WHERE h.receipt_id IS NOT NULL
    UNION
    SELECT w.id, w.word FROM at_bank w
  ), counted AS (
    SELECT h.id, h.user_id, h.quantity, h.created_at, count(w.word) AS words, min(w.word::text) AS word
    FROM held h LEFT JOIN words w ON w.id = h.id
    GROUP BY h.id, h.user_id, h.quantity, h.created_at
  ), single AS (
    SELECT n.*, sum(n.quantity) OVER (PARTITION BY n.word ORDER BY n.created_at, n.id) AS through, sum(n.quantity) OVER () AS together
    FROM counted n WHERE n.words < 2
  )
  SELECT o.id, o.user_id, o.quantity FROM single o
    JOIN companies c ON c.id = p_company_id JOIN supplies s ON s.company_id = c.id
    WHERE o.words = 0 OR o.through * 2 > c.private_supply - s.credited - s.held + s.held_unproven + o.together
$$;
