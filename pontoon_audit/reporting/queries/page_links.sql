-- Which deals have a page?
SELECT session, deal_index, deal, twin FROM deal_pages ORDER BY session, deal_index;
