-- Which deals of these sessions have a page? Instead of what the statements take.
CREATE OR REPLACE TEMP TABLE paged AS
SELECT d.session, d.place FROM dealt AS d JOIN deal_pages USING (session, deal_index);
